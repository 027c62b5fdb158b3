import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { frameMessages } from './messages.en.ts'

type Props = {
  /** Whether what the player does is waiting because the server cannot be reached. */
  serverAway: boolean
  /** The landing page brings a bar of its own (specification §2). */
  ownTopBar: boolean
  /** Who is signed in; left out for guests, who are offered to. */
  account: ReactNode
  children: ReactNode
}

/** What stands around every page: the way past it, the bar, the connection line and the footer. */
export function Frame({ serverAway, ownTopBar, account, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col in-[[data-whole-screen]]:h-dvh in-[[data-whole-screen]]:overflow-hidden">
      {/* With the focus it takes a row of its own, so that it never lies over anything. */}
      <a
        href="#content"
        className="fixed top-0 left-0 m-2 flex min-h-target -translate-y-20 items-center self-start rounded-key bg-accent px-4 font-bold text-on-accent focus:static focus:translate-y-0 print:hidden"
      >
        {frameMessages.skip}
      </a>
      <div className="relative print:hidden">
        {!ownTopBar && <Header account={account} />}
        <ConnectionLine serverAway={serverAway} />
      </div>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer />
      <Overlays />
    </div>
  )
}

/** Toasts and tooltips, which no first page needs: they are fetched when it has nothing else to do. */
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
          // Without a connection the page works without them.
          () => undefined,
        )
      }),
    [],
  )
  return overlays
}

/**
 * One line when the connection is lost (look and feel). It hangs over the page instead of standing in it, so that
 * nothing moves when it comes and goes; the problem screen keeps a strip for it at the bottom.
 */
function ConnectionLine({ serverAway }: { serverAway: boolean }) {
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
