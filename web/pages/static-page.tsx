import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { SectionFrame } from './section-frame.tsx'
import type { Section } from './section.ts'
import { staticPageMessages } from './static-page.messages.en.ts'

/** The link home of all static pages (specification §2). */
function BackToPractice() {
  return (
    <Link href="/guest" className="text-link min-h-target inline-flex items-center font-bold">
      {staticPageMessages.back}
    </Link>
  )
}

/** The layout of a text page: on wide screens the title is beside the text. */
export function StaticPage({
  title,
  lead,
  note,
  children,
}: {
  title: string
  lead: string
  note?: string
  children: ReactNode
}) {
  return (
    <div className="page-width grid gap-x-16 gap-y-8 pt-4 pb-8 lg:grid-cols-[20rem_minmax(0,42rem)] lg:pt-10">
      <header className="lg:sticky lg:top-8 lg:self-start">
        <BackToPractice />
        <h1 className="mt-4 text-4xl leading-tight sm:text-5xl">{title}</h1>
        <p className="mt-5 text-lg leading-relaxed text-ink-soft">{lead}</p>
        {note !== undefined && (
          <p className="mt-5 inline-block border-b-4 border-accent pb-1 tabular-nums">{note}</p>
        )}
      </header>
      <div className="min-w-0 lg:pt-12">{children}</div>
    </div>
  )
}

/** At most ten sections, each numbered by a ten-frame. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="grid gap-12">
      {sections.map((section, at) => (
        <section key={section.heading}>
          <h2 className="flex items-center gap-4 text-2xl leading-snug">
            <SectionFrame count={at + 1} />
            {section.heading}
          </h2>
          <Prose body={section.body} />
        </section>
      ))}
    </div>
  )
}

/** Paragraphs, and lists for inner arrays. */
export function Prose({ body }: { body: Section['body'] }) {
  return body.map((block) =>
    typeof block === 'string' ? (
      <p key={block} className="mt-4 text-lg leading-relaxed">
        {block}
      </p>
    ) : (
      <ul
        key={block.join()}
        className="mt-4 grid list-disc gap-2 ps-6 text-lg leading-relaxed marker:text-ink-soft"
      >
        {block.map((item) => (
          <li key={item} className="ps-1">
            {item}
          </li>
        ))}
      </ul>
    ),
  )
}

/** A contact address, as a link if it is an email address. */
export function ContactAddress({ address }: { address: string }) {
  if (!address.includes('@')) return <span className="font-bold break-words">{address}</span>
  return (
    <a href={`mailto:${address}`} className="text-link font-bold break-words">
      {address}
    </a>
  )
}
