import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Frame } from './features/frame/frame.tsx'
import { startGuestUpdates } from './features/guest/guest-store.ts'
import { useServerUnreachable } from './lib/browser-outbox.ts'
import { retryFailedPages, lazyPage } from './lib/lazy-page.tsx'
import { reloadIfReplaced } from './lib/newer-version.ts'
import { signedInMark } from './lib/signed-in.ts'
import { whenIdle } from './lib/when-idle.ts'
import { pageTitles } from './routes.messages.en.ts'
import { type Screen, findScreen, routesOf, screen } from './screen.tsx'
import { Spinner } from './ui/spinner.tsx'
import { warn } from './lib/log.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { frameMessages } from './features/frame/messages.en.ts'

const fetchFurther = () => import('./further-screens.tsx')

const GuestHomePage = lazyPage(() => import('./pages/guest-home-page.tsx').then((page) => page.GuestHomePage))
const PracticePage = lazyPage(() => import('./pages/practice-page.tsx').then((page) => page.PracticePage))
const AccountCorner = lazyPage(() => import('./account-corner.tsx').then((part) => part.AccountCorner))
const FurtherScreens = lazyPage(() => fetchFurther().then((part) => part.FurtherScreens))

const home = {
  title: pageTitles.guestHome,
  page: <GuestHomePage prefetchPractice={PracticePage.prefetch} />,
  prefetch: GuestHomePage.prefetch,
}

/** The screens of the first load; the others are in `further-screens.tsx`, and `contract/pages.ts` lists all for the server. */
const SCREENS: readonly Screen[] = [
  ...['/', '/guest', '/dashboard', '/teacher', '/student', '/skill-check-results'].map((path) => ({
    path,
    ...home,
  })),
  screen('/practice/:league?', pageTitles.practice, PracticePage),
]

/** Loads the code of the screen at a path. Never rejects: if it fails, rendering tries again. */
export async function preparePage(path: string): Promise<void> {
  const known = findScreen(SCREENS, path)
  await (known ?? FurtherScreens).prefetch()
  if (!known)
    await fetchFurther().then(
      ({ prepareFurther }) => prepareFurther(path),
      () => {},
    )
}

/** Prefetches the screen of a link when the pointer or focus reaches it. */
function prepareLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === location.origin) void preparePage(link.pathname)
}

function prepareAhead(): () => void {
  // They stay as long as the page does.
  for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, prepareLinked)
  return whenIdle(() => {
    void PracticePage.prefetch()
    void FurtherScreens.prefetch()
  })
}

/** Read once, since signing in or out restarts the app. */
const account = signedInMark() !== '' && (
  <Suspense>
    <AccountCorner />
  </Suspense>
)

/** All screens, within the same frame. */
export function Routes() {
  const [path] = useLocation()
  // A battle has its own connection and notices; unsent practice does not matter there.
  const isBattle = path === '/battle'
  const away = useServerUnreachable()
  useEffect(startGuestUpdates, [])
  useEffect(prepareAhead, [])
  return (
    <Frame serverAway={away && !isBattle} ownTopBar={path === '/landing'} account={account}>
      <PageErrorBoundary key={path} page={path}>
        <Suspense fallback={<Waiting />}>
          <Switch location={path}>
            {routesOf(SCREENS)}
            <Route>
              <FurtherScreens path={path} />
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

type Props = {
  /** For the log. Also use it as the boundary's `key`, so that navigating to another page resets the error. */
  page: string
  children: ReactNode
}

/**
 * Catches errors while a page is loaded or rendered, and offers a way on instead of a blank page. After an update of the server,
 * reloads: the page is lost anyway, and practice is kept. Says so if the server cannot be reached.
 */
function PageErrorBoundary({ page, children }: Props) {
  const [isOffline, setOffline] = useState(false)
  useEffect(() => retryFailedPages, [])
  return (
    <ErrorBoundary
      texts={{ ...frameMessages.error, ...(isOffline && frameMessages.offline) }}
      onError={(error, stack) => {
        warn(`The page ${page} could not be drawn: ${String(error)}${stack}`)
        void reloadIfReplaced(setOffline)
      }}
      onTryAgain={retryFailedPages}
    >
      {children}
    </ErrorBoundary>
  )
}
