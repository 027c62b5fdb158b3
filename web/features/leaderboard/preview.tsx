import type { ReactNode } from 'react'
import { nextPracticeDayMs } from '../../../domain/practice-day.ts'
import type { Answer } from '../../lib/server-value.ts'
import { nowMs } from '../../lib/now.ts'
import { Panel } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { previewMessages } from './previews.messages.en.ts'

type Props<Value> = {
  title: string
  live: Answer<Value>
  /** The line in place of an empty list, also if the preview fails to load (specification §8). */
  empty: string
  isEmpty: (value: Value) => boolean
  href: string
  linkText: string
  /** The class of the place kept for the list while it loads: as high as the full list. */
  room: string
  children: (value: Value) => ReactNode
}

/** The preview of a board on the guest home: its list or a message, and a link to the whole board. */
export function Preview<Value>({
  title,
  live,
  empty,
  isEmpty,
  href,
  linkText,
  room,
  children,
}: Props<Value>) {
  return (
    <Panel className="flex flex-col" aria-label={title}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{title}</h2>
        {live.state === 'value' && live.failure && <Trouble text={previewMessages.stale} />}
        {live.state === 'failed' && <Trouble text={previewMessages.failed} />}
      </div>
      {live.state === 'failed' || (live.state === 'value' && isEmpty(live.value)) ? (
        <p className="mt-2 flex-1">{empty}</p>
      ) : (
        <div className={`mt-3 grid flex-1 ${live.state === 'loading' ? room : ''}`}>
          {live.state === 'loading' ? (
            <div className="grid place-items-center">
              <Spinner />
            </div>
          ) : (
            children(live.value)
          )}
        </div>
      )}
      <p className="mt-3 text-sm text-ink-soft">{previewMessages.resets(nextPracticeDayMs(nowMs()))}</p>
      <LinkButton kind="secondary" href={href} className="mt-3 w-full">
        {linkText}
      </LinkButton>
    </Panel>
  )
}

function Trouble({ text }: { text: string }) {
  return <p className="text-sm font-bold text-thinking">{text}</p>
}

/** Says that a row is the player's own. */
export function OwnBadge({ children }: { children: string }) {
  return (
    <span className="block rounded-full bg-accent px-2.5 text-xs leading-5 font-bold whitespace-nowrap text-on-accent">
      {children}
    </span>
  )
}
