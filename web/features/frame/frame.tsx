import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type * as LateParts from './late-parts.tsx'
import { frameMessages } from './messages.en.ts'

type Props = {
  /** Whether requests are pending because the server cannot be reached. */
  serverAway: boolean
  /** The landing page has its own top bar (specification §2). */
  ownTopBar: boolean
  /** The account corner; guests get a link to sign in. */
  account: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, header, connection notice and footer. */
export function Frame({ serverAway, ownTopBar, account, children }: Props) {
  const late = useLateParts()
  return (
    <div className="flex min-h-dvh flex-col in-[[data-whole-screen]]:h-dvh in-[[data-whole-screen]]:overflow-hidden">
      {/* Takes a row of its own while focused, so that it covers nothing. */}
      <a
        href="#content"
        className="fixed top-0 start-0 m-2 flex min-h-target -translate-y-20 items-center self-start rounded-key bg-accent px-4 font-bold text-on-accent focus:static focus:translate-y-0 print:hidden"
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
      {late && <late.Overlays />}
    </div>
  )
}

/** What the first page does not need: loaded when the browser is idle. If it fails to load, the page works without it. */
function useLateParts(): typeof LateParts | null {
  const [parts, setParts] = useState<typeof LateParts | null>(null)
  useEffect(() => whenIdle(() => void import('./late-parts.tsx').then(setParts, () => {})), [])
  return parts
}

/**
 * One line while the connection is lost (look and feel). It overlays the page, so that nothing moves when it appears or disappears;
 * the problem screen reserves a strip for it at the bottom.
 */
function ConnectionNotice({ serverAway }: { serverAway: boolean }) {
  return (
    <output className="pointer-events-none absolute inset-x-0 top-full z-10 flex -translate-y-3.5 justify-center px-4 connection-strip">
      {serverAway && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {frameMessages.away}
        </p>
      )}
    </output>
  )
}
