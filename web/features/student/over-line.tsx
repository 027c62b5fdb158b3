import { useServerAway } from '../../lib/browser-outbox.ts'
import { studentMessages } from './messages.en.ts'

/**
 * Says while a problem is up that the child is signed out, in the strip that is kept free for the connection: where there is none,
 * that is what the child reads.
 */
export function OverLine({ isOver }: { isOver: boolean }) {
  const isAway = useServerAway()
  return (
    <output className="pointer-events-none hidden justify-center px-4 connection-strip in-[[data-whole-screen]]:flex">
      {isOver && !isAway && (
        <p className="rounded-key bg-thinking px-4 py-1 text-center text-sm font-bold text-on-thinking">
          {studentMessages.overInPlay}
        </p>
      )}
    </output>
  )
}
