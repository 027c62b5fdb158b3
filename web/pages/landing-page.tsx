import { Link } from 'wouter'
import { readSite } from '../lib/site.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { LandingExample } from './landing-example.tsx'
import { LandingFeatures } from './landing-features.tsx'
import { OfferText } from './landing-offer.tsx'
import { landingMessages as messages } from './landing-page.messages.en.ts'

/** Introduces the product to first-time visitors (specification §2). */
export function LandingPage() {
  return (
    <div className="pb-8">
      <TopBar />
      <div className="page-width grid items-center gap-x-16 gap-y-12 pt-8 pb-16 lg:grid-cols-[1fr_26rem] lg:pt-12">
        <Hero />
        <LandingExample />
      </div>
      <Bullets />
      <LandingFeatures />
      <About />
    </div>
  )
}

function TopBar() {
  const { nav } = messages
  return (
    <nav
      aria-label={nav.label}
      className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 py-2 sm:gap-x-8"
    >
      <span className="max-sm:hidden">
        <Logo name={readSite().name} height={28} />
      </span>
      <span className="sm:hidden">
        <LogoMark height={22} />
      </span>
      <div className="flex flex-1 gap-x-4 sm:justify-end sm:gap-x-8">
        <a href="#features" className="text-link min-h-target inline-flex items-center font-bold">
          {nav.features}
        </a>
        <a href="#about" className="text-link min-h-target inline-flex items-center font-bold">
          {nav.about}
        </a>
      </div>
      <LinkButton href="/guest" kind="secondary" className="max-sm:px-3!">
        {nav.start}
      </LinkButton>
    </nav>
  )
}

function Hero() {
  return (
    <div>
      <h1 className="text-4xl leading-[1.08] tracking-tight sm:text-5xl lg:text-6xl">{messages.headline}</h1>
      <p className="mt-6 max-w-xl text-xl leading-relaxed text-ink-soft">{messages.lead}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <LinkButton href="/guest" kind="primary" size="large">
          {messages.playAsGuest}
        </LinkButton>
        <LinkButton href="/guest" kind="secondary" size="large">
          {messages.tryIt}
        </LinkButton>
      </div>
      <p className="mt-5 text-ink-soft">{messages.noSignUp}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4">
        {messages.grownUps}
        <Link href="/sign-up" className="text-link inline-flex min-h-target items-center font-bold">
          {messages.signUp}
        </Link>
        <Link
          href="/sign-in"
          className="text-link inline-flex min-h-target min-w-target items-center font-bold"
        >
          {messages.signIn}
        </Link>
      </p>
    </div>
  )
}

/** Four cells in the style of a ten-frame. */
function Bullets() {
  return (
    <div className="page-width">
      <ul className="grid border-2 border-ink bg-sheet sm:grid-cols-2 lg:grid-cols-4">
        {messages.bullets.map((bullet) => (
          <li key={bullet.title} className="-m-px flex flex-col gap-3 border-2 border-ink p-5 sm:p-6">
            <CellDot />
            <p className="text-lg font-bold">{bullet.title}</p>
            <OfferText offer={bullet} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CellDot() {
  return (
    <svg viewBox="0 0 28 28" className="size-7" aria-hidden="true">
      <circle cx="14" cy="14" r="13.5" className="fill-addition" />
    </svg>
  )
}

function About() {
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="page-width grid scroll-mt-6 gap-x-16 gap-y-8 pt-20 lg:grid-cols-[22rem_1fr]"
    >
      <h2 id="about-title" className="text-4xl leading-tight">
        {messages.about.title}
      </h2>
      <dl>
        {messages.about.audiences.map((audience) => (
          <div
            key={audience.title}
            className="grid gap-x-8 gap-y-2 border-t-2 border-ink py-6 sm:grid-cols-[9rem_1fr]"
          >
            <dt className="text-2xl font-bold">{audience.title}</dt>
            <dd className="text-lg">
              <OfferText offer={audience} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
