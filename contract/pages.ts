/**
 * Every path of a screen (specification §2, issue 5) and its module in `web/pages/`, so that the server can preload the
 * module's code with the page. Any other path outside `/api` shows the not-found screen.
 */
export const PAGE_MODULES = {
  '/': 'guest-home-page',
  '/guest': 'guest-home-page',
  '/landing': 'landing-page',
  '/practice': 'practice-page',
  '/practice/:league': 'practice-page',
  '/battle': 'battle-page',
  '/battle-leaderboard': 'battle-leaderboard-page',
  '/leaderboard': 'leaderboard-page',
  '/leaderboard-individual': 'leaderboard-individual-page',
  '/about': 'about-page',
  '/contact': 'contact-page',
  '/privacy-policy': 'privacy-policy-page',
  '/terms-of-service': 'terms-of-service-page',
  '/faq': 'faq-page',
  '/games': 'games-page',
  '/dashboard': 'guest-home-page',
  '/teacher': 'guest-home-page',
  '/student': 'guest-home-page',
  '/skill-check-results': 'guest-home-page',
  '/sign-in': 'sign-in-page',
  '/sign-up': 'sign-up-page',
  '/verify': 'verify-page',
  '/reset': 'reset-page',
  '/garden': 'garden-page',
  '/me': 'me-page',
  '/account': 'account-page',
  '/classes': 'classes-page',
  '/classes/:classId': 'class-page',
  '/classes/:classId/print': 'print-page',
  '/import': 'import-page',
  '/assignments/:home': 'assignments-page',
  '/children': 'children-page',
  '/children/:studentId': 'child-page',
  '/weekly-report': 'weekly-report-page',
  '/children/:studentId/report': 'report-page',
  '/weekly-email-off': 'weekly-email-off-page',
} as const

export type PageModule = (typeof PAGE_MODULES)[keyof typeof PAGE_MODULES] | 'not-found-page'

const MODULES: ReadonlyMap<string, PageModule> = new Map(Object.entries(PAGE_MODULES))

/** A path whose second part is a parameter, with that part removed. */
const withoutParameter = (path: string): string => path.replace(/^(\/[^/]+\/)[^/]+/, '$1')

/** Modules of paths with a parameter, by the path without it. */
const MODULES_WITH_PARAMETER: ReadonlyMap<string, PageModule> = new Map(
  [...MODULES].flatMap(([path, module]) => (path.includes(':') ? [[withoutParameter(path), module]] : [])),
)

/** The module of a path without query; `not-found-page` if there is none. */
export function pageModule(path: string): PageModule {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return MODULES.get(plain) ?? MODULES_WITH_PARAMETER.get(withoutParameter(plain)) ?? 'not-found-page'
}
