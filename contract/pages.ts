/**
 * Every path that is a screen (specification §2, issue 5) and the module in `web/pages/` that draws it, so that the server
 * can ask for a page's code together with the page. Any other path outside `/api` is the not-found screen.
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
  '/dashboard': 'guest-home-page',
  '/teacher': 'guest-home-page',
  '/student': 'guest-home-page',
  '/skill-check-results': 'guest-home-page',
  '/sign-in': 'sign-in-page',
  '/sign-up': 'sign-up-page',
  '/verify': 'verify-page',
  '/reset': 'reset-page',
  '/me': 'me-page',
  '/account': 'account-page',
  '/classes': 'classes-page',
  '/classes/:classId': 'class-page',
  '/children': 'children-page',
  '/children/:studentId': 'child-page',
} as const

export type PageModule = (typeof PAGE_MODULES)[keyof typeof PAGE_MODULES] | 'not-found-page'

const MODULES: ReadonlyMap<string, PageModule> = new Map(Object.entries(PAGE_MODULES))

/** The modules of paths with a part of any text at their end, by what stands before it. */
const MODULES_OF_ONE: ReadonlyMap<string, PageModule> = new Map(
  [...MODULES].flatMap(([path, module]) => (path.includes(':') ? [[path.replace(/:.*/, ''), module]] : [])),
)

/** The module that draws the screen of a path without query; `not-found-page` where the path is no screen. */
export function pageModule(path: string): PageModule {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const parent = plain.slice(0, plain.lastIndexOf('/') + 1)
  return MODULES.get(plain) ?? MODULES_OF_ONE.get(parent) ?? 'not-found-page'
}
