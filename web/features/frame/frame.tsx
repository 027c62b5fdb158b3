import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { frameMessages } from './messages.en.ts'

type Props = {
  /** Whether requests are pending because the server cannot be reached. */
  serverAway: boolean
  /** The landing page has its own top bar (specification §2). */
  ownTopBar: boolean
  /** Who is signed in; empty for guests, who get a link to sign in. */
  account: ReactNode
  children: ReactNode
}

/** What is around every page: skip link, header, connection notice and footer. */
export function Frame({ serverAway, ownTopBar, account, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col in-[[data-whole-screen]]:h-dvh in-[[data-whole-screen]]:overflow-hidden">
      {/* Takes a row of its own while focused, so that it covers nothing. */}
      <a
        href="#content"
        className="fixed top-0 left-0 m-2 flex min-h-target -translate-y-20 items-center self-start rounded-key bg-accent px-4 font-bold text-on-accent focus:static focus:translate-y-0 print:hidden"
      >
        {frameMessages.skip}
      </a>
      <div className="relative print:hidden">
        {!ownTopBar && <Header account={account} />}
        <ConnectionNotice serverAway={serverAway} />
      </div>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer />
      <Overlays />
    </div>
  )
}

/** Toasts and tooltips. The first page does not need them, so they are loaded when the browser is idle. */
function Overlays() {
  const [overlays, setOverlays] = useState<ReactNode>(null)
  useEffect(
    () =>
      whenIdle(() => {
        Promise.all([import('../../ui/toast.tsx'), import('../../ui/tooltip.tsx')]).then(
          ([{ Toast }, { Tooltips }]) =>
            setOverlays(
              <>
                <Toast />
                <Tooltips />
              </>,
            ),
          // If they fail to load, the page works without them.
          () => undefined,
        )
      }),
    [],
  )
  return overlays
}

/**
 * One line while the connection is lost (look and feel). It overlays the page, so that nothing moves when it appears or disappears;
 * the problem screen reserves a strip for it at the bottom.
 */
function ConnectionNotice({ serverAway }: { serverAway: boolean }) {
  return (
    <output className="pointer-events-none absolute inset-x-0 top-full z-10 flex -translate-y-1 justify-center px-4 connection-strip">
      {serverAway && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {frameMessages.away}
        </p>
      )}
    </output>
  )
}
