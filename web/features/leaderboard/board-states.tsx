import type { ReactNode } from 'react'
import { useUpdatesPaused } from '../../lib/paused-updates.ts'
import type { Answer } from '../../lib/server-value.ts'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { boardMessages } from './messages.en.ts'

/** A message in place of a list: a ten-frame with one dot, and text. */
export function BoardMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 self-start px-6 pt-14 pb-10 text-center">
      <EmptyFrame />
      <h3 className="mt-2 text-2xl">{title}</h3>
      {children}
    </div>
  )
}

/**
 * One line about how fresh a board is; its place is kept free while that is not known. Not announced to screen readers: a
 * board that spoke every few seconds would be a nuisance.
 */
export function Freshness({ board }: { board: Answer<unknown> }) {
  const isPaused = useUpdatesPaused()
  const trouble = troubleOf(board)
  if (trouble !== null) {
    return (
      <p className="rounded-full bg-thinking-wash px-3 py-1 text-sm font-bold text-thinking">{trouble}</p>
    )
  }
  const isKnown = board.state === 'value'
  return (
    <p className={`py-1 text-sm text-ink-soft ${isKnown ? '' : 'invisible'}`}>
      {isPaused ? boardMessages.paused : boardMessages.updates}
    </p>
  )
}

function troubleOf(board: Answer<unknown>): string | null {
  if (board.state === 'failed')
    return board.failure.status === 0 ? boardMessages.needsInternet : boardMessages.failed
  return board.state === 'value' && board.failure ? boardMessages.stale : null
}
