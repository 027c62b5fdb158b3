import { frameMessages } from './messages.en.ts'

/**
 * One line when the connection is lost (look and feel). It hangs over the page instead of standing in it, so that
 * nothing moves when it comes and goes; the problem screen keeps a strip for it at the bottom.
 */
export function ConnectionLine({ serverAway }: { serverAway: boolean }) {
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
