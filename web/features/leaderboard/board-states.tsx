import type { ReactNode } from 'react'
import type { Live } from '../../lib/live.ts'
import { useOnline } from '../../lib/online.ts'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { boardMessages } from './messages.en.ts'

/** What stands where a list would: a frame with one dot, and words. */
export function InsteadOfList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 self-start px-6 pt-14 pb-10 text-center">
      <EmptyFrame />
      <h3 className="mt-2 text-2xl">{title}</h3>
      {children}
    </div>
  )
}

/** Nothing is known and nothing comes: the device is offline, or the server cannot say. @param failure for adults */
export function BoardAway({ failure }: { failure: string }) {
  const online = useOnline()
  const { title, text } = online ? boardMessages.failed : boardMessages.offline
  return (
    <InsteadOfList title={title}>
      <p className="max-w-md text-ink-soft">{text}</p>
      {online && <p className="text-sm text-ink-soft">{failure}</p>}
    </InsteadOfList>
  )
}

/**
 * Whether a board is fresh; its line is kept free while that is not known. Silent: a board that spoke every four seconds
 * would be cruel.
 */
export function Freshness({ board }: { board: Live<unknown> }) {
  if (board.state === 'value' && board.stale) {
    return (
      <p className="rounded-full bg-thinking-wash px-3 py-1 text-sm font-bold text-thinking">
        {boardMessages.stale}
      </p>
    )
  }
  const isKnown = board.state === 'value'
  return <p className={`py-1 text-sm text-ink-soft ${isKnown ? '' : 'invisible'}`}>{boardMessages.updates}</p>
}
