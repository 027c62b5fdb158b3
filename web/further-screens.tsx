import { Route, Switch } from 'wouter'
import { Arrival } from './features/frame/arrival.tsx'
import { lazyPage } from './lib/lazy-page.tsx'
import { serverClock } from './lib/now.ts'
import { prepareOfflinePlay } from './lib/offline-play.ts'
import { PENDING_SIGN_OUT_KEY, signedInMark } from './lib/signed-in.ts'
import { readSite } from './lib/site.ts'
import { browserStore, readStored } from './lib/storage.ts'
import { watchGuestTab } from './other-tabs.ts'
import { furtherTitles } from './further-screens.messages.en.ts'
import { findScreen, routesOf, screen, type Screen } from './screen.tsx'
import { deleteOldWhenKnown } from './stale-items.ts'

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
const GamesPage = lazyPage(() => import('./pages/games-page.tsx').then((page) => page.GamesPage))
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
const SignInPage = lazyPage(() => import('./pages/sign-in-page.tsx').then((page) => page.SignInPage))
const SignUpPage = lazyPage(() => import('./pages/sign-up-page.tsx').then((page) => page.SignUpPage))
const VerifyPage = lazyPage(() => import('./pages/verify-page.tsx').then((page) => page.VerifyPage))
const ResetPage = lazyPage(() => import('./pages/reset-page.tsx').then((page) => page.ResetPage))
const GardenPage = lazyPage(() => import('./pages/garden-page.tsx').then((page) => page.GardenPage))
const MePage = lazyPage(() => import('./pages/me-page.tsx').then((page) => page.MePage))
const AccountPage = lazyPage(() => import('./pages/account-page.tsx').then((page) => page.AccountPage))
const ClassesPage = lazyPage(() => import('./pages/classes-page.tsx').then((page) => page.ClassesPage))
const ClassPage = lazyPage(() => import('./pages/class-page.tsx').then((page) => page.ClassPage))
const ImportPage = lazyPage(() => import('./pages/import-page.tsx').then((page) => page.ImportPage))
const AssignmentsPage = lazyPage(() =>
  import('./pages/assignments-page.tsx').then((page) => page.AssignmentsPage),
)
const ChildrenPage = lazyPage(() => import('./pages/children-page.tsx').then((page) => page.ChildrenPage))
const WeeklyReportPage = lazyPage(() =>
  import('./pages/weekly-report-page.tsx').then((page) => page.WeeklyReportPage),
)
const WeeklyEmailOffPage = lazyPage(() =>
  import('./pages/weekly-email-off-page.tsx').then((page) => page.WeeklyEmailOffPage),
)
const ChildPage = lazyPage(() => import('./pages/child-page.tsx').then((page) => page.ChildPage))
const PrintPage = lazyPage(() => import('./pages/print-page.tsx').then((page) => page.PrintPage))
const ReportPage = lazyPage(() => import('./pages/report-page.tsx').then((page) => page.ReportPage))
const NotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx').then((page) => page.NotFoundPage))

// Prefetched when the tab is idle, so that it is not part of the first load.
if (signedInMark() === '') watchGuestTab()
prepareOfflinePlay()
deleteOldWhenKnown(browserStore, serverClock.knownMs, readSite().guestRetentionDays)
if (readStored(PENDING_SIGN_OUT_KEY, Boolean)) {
  void import('./features/account/pending-sign-out.ts').then(({ retryPendingSignOut }) =>
    retryPendingSignOut(),
  )
}

const SCREENS: readonly Screen[] = [
  screen('/landing', furtherTitles.landing, LandingPage),
  screen('/about', furtherTitles.about, AboutPage),
  screen('/contact', furtherTitles.contact, ContactPage),
  screen('/privacy-policy', furtherTitles.privacy, PrivacyPolicyPage),
  screen('/terms-of-service', furtherTitles.terms, TermsOfServicePage),
  screen('/faq', furtherTitles.faq, FaqPage),
  screen('/games', furtherTitles.games, GamesPage),
  screen('/battle', furtherTitles.battle, BattlePage),
  screen('/battle-leaderboard', furtherTitles.battleBoards, BattleLeaderboardPage),
  screen('/leaderboard', furtherTitles.states, LeaderboardPage),
  screen('/leaderboard-individual', furtherTitles.daily, LeaderboardIndividualPage),
  screen('/sign-in', furtherTitles.signIn, SignInPage),
  screen('/sign-up', furtherTitles.signUp, SignUpPage),
  screen('/verify', furtherTitles.verify, VerifyPage),
  screen('/reset', furtherTitles.reset, ResetPage),
  screen('/garden', furtherTitles.garden, GardenPage),
  screen('/me', furtherTitles.me, MePage),
  screen('/account', furtherTitles.account, AccountPage),
  screen('/classes/:classId', furtherTitles.class, ClassPage),
  screen('/classes/:classId/print', furtherTitles.print, PrintPage),
  screen('/classes', furtherTitles.classes, ClassesPage),
  screen('/import', furtherTitles.import, ImportPage),
  screen('/assignments/:home', furtherTitles.assignments, AssignmentsPage),
  screen('/children/:studentId', furtherTitles.child, ChildPage),
  screen('/weekly-report', furtherTitles.weeklyReport, WeeklyReportPage),
  screen('/children/:studentId/report', furtherTitles.report, ReportPage),
  screen('/weekly-email-off', furtherTitles.weeklyEmailOff, WeeklyEmailOffPage),
  screen('/children', furtherTitles.children, ChildrenPage),
]

/** Prefetches the screen at a path that is not in the first load. Never rejects. */
export function prepareFurther(path: string): Promise<void> {
  return (findScreen(SCREENS, path) ?? NotFoundPage).prefetch()
}

/** Every screen except home and practice, which are in the first load. */
export function FurtherScreens({ path }: { path: string }) {
  return (
    <Switch location={path}>
      {routesOf(SCREENS)}
      <Route>
        <NotFoundPage />
        <Arrival title={furtherTitles.notFound} />
      </Route>
    </Switch>
  )
}
