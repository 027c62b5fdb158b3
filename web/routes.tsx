import { Suspense, useEffect, type ReactNode } from 'react'
import { Route, Switch, useLocation, useRoute } from 'wouter'
import { Arrival } from './features/frame/arrival.tsx'
import { Frame } from './features/frame/frame.tsx'
import { PageErrorBoundary } from './features/frame/page-error.tsx'
import { keepGuestCurrent, useServerAway } from './features/guest/guest-store.ts'
import { lazyPage, type LazyPage } from './lib/lazy-page.tsx'
import { whenIdle } from './lib/when-idle.ts'
import { pageTitles } from './routes.messages.en.ts'
import { Spinner } from './ui/spinner.tsx'

const GuestHomePage = lazyPage(() => import('./pages/guest-home-page.tsx').then((page) => page.GuestHomePage))
const PracticePage = lazyPage(() => import('./pages/practice-page.tsx').then((page) => page.PracticePage))
const LandingPage = lazyPage(() => import('./pages/landing-page.tsx').then((page) => page.LandingPage))
const AboutPage = lazyPage(() => import('./pages/about-page.tsx').then((page) => page.AboutPage))
const ContactPage = lazyPage(() => import('./pages/contact-page.tsx').then((page) => page.ContactPage))
const PrivacyPolicyPage = lazyPage(() =>
  import('./pages/privacy-policy-page.tsx').then((page) => page.PrivacyPolicyPage),
)
const TermsOfServicePage = lazyPage(() =>
  import('./pages/terms-of-service-page.tsx').then((page) => page.TermsOfServicePage),
)
const FaqPage = lazyPage(() => import('./pages/faq-page.tsx').then((page) => page.FaqPage))
const LeaderboardPage = lazyPage(() =>
  import('./pages/leaderboard-page.tsx').then((page) => page.LeaderboardPage),
)
const LeaderboardIndividualPage = lazyPage(() =>
  import('./pages/leaderboard-individual-page.tsx').then((page) => page.LeaderboardIndividualPage),
)
const BattlePage = lazyPage(() => import('./pages/battle-page.tsx').then((page) => page.BattlePage))
const BattleLeaderboardPage = lazyPage(() =>
  import('./pages/battle-leaderboard-page.tsx').then((page) => page.BattleLeaderboardPage),
)
const NotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx').then((page) => page.NotFoundPage))

const guestHome = <GuestHomePage prefetchPractice={PracticePage.prefetch} />

type Screen = {
  readonly path: string
  readonly title: string
  readonly page: ReactNode
  readonly prefetch: () => Promise<void>
}

const home = { title: pageTitles.guestHome, page: guestHome, prefetch: GuestHomePage.prefetch }

function screen(path: string, title: string, Page: LazyPage<object>): Screen {
  return { path, title, page: <Page />, prefetch: Page.prefetch }
}

/** Every screen of the route table (specification §2); `contract/pages.ts` tells the server the same paths. */
const SCREENS: readonly Screen[] = [
  ...['/', '/guest', '/dashboard', '/teacher', '/student', '/skill-check-results'].map((path) => ({
    path,
    ...home,
  })),
  screen('/practice/:league?', pageTitles.practice, PracticePage),
  screen('/landing', pageTitles.landing, LandingPage),
  screen('/about', pageTitles.about, AboutPage),
  screen('/contact', pageTitles.contact, ContactPage),
  screen('/privacy-policy', pageTitles.privacy, PrivacyPolicyPage),
  screen('/terms-of-service', pageTitles.terms, TermsOfServicePage),
  screen('/faq', pageTitles.faq, FaqPage),
  screen('/battle', pageTitles.battle, BattlePage),
  screen('/battle-leaderboard', pageTitles.battleBoards, BattleLeaderboardPage),
  screen('/leaderboard', pageTitles.states, LeaderboardPage),
  screen('/leaderboard-individual', pageTitles.daily, LeaderboardIndividualPage),
]

/** What tells the path of a screen from that of every other. */
function firstPart(path: string): string | undefined {
  return path.split('/')[1]
}

/** Fetches the code of the screen at a path. Never rejects: what is missing is tried again when it is drawn. */
export function preparePage(path: string): Promise<void> {
  return (SCREENS.find((each) => firstPart(each.path) === firstPart(path)) ?? NotFoundPage).prefetch()
}

/** Fetches the screen that a link leads to as soon as somebody comes near it. */
function prepareLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === location.origin) void preparePage(link.pathname)
}

function prepareAhead(): () => void {
  const calledOff = whenIdle(() => void PracticePage.prefetch())
  const signs = ['pointerover', 'focusin']
  for (const sign of signs) document.addEventListener(sign, prepareLinked)
  return () => {
    calledOff()
    for (const sign of signs) document.removeEventListener(sign, prepareLinked)
  }
}

/** The app: every screen behind the same frame. */
export function Routes() {
  const [path] = useLocation()
  const [isLanding] = useRoute('/landing')
  const away = useServerAway()
  useEffect(keepGuestCurrent, [])
  useEffect(prepareAhead, [])
  return (
    <Frame serverAway={away} ownTopBar={isLanding}>
      <PageErrorBoundary key={path} page={path}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {SCREENS.map(({ path, title, page }) => (
              <Route key={path} path={path}>
                {page}
                <Arrival title={title} />
              </Route>
            ))}
            <Route>
              <NotFoundPage />
              <Arrival title={pageTitles.notFound} />
            </Route>
          </Switch>
        </Suspense>
      </PageErrorBoundary>
    </Frame>
  )
}

function Waiting() {
  return (
    <div data-waiting className="flex flex-1 items-center justify-center py-20">
      <Spinner />
    </div>
  )
}
