import { useEffect, useState } from 'react'
import { readSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import type { BattleFlow, Search } from './flow-state.ts'
import { battleNowMs } from './battle-session.ts'
import { messages } from './messages.en.ts'
import { TypeBadge } from './type-badge.tsx'
import { useEnter } from './use-enter.ts'

const TITLES: Readonly<Record<Search['step'], string>> = {
  connecting: messages.queue.connecting,
  searching: messages.queue.searching,
  matched: messages.queue.matched,
}

type Props = { queue: Extract<BattleFlow, { stage: 'queue' }> }

/** Waiting for opponents (specification §2): position in the queue, wait time and battle type. */
export function Queue({ queue }: Props) {
  const enter = useEnter()
  const { search, position, sinceMs, type } = queue
  return (
    <div className="battle-low-page page-width flex flex-1 flex-col gap-6 pt-3">
      <BackToGuest />
      <div className="battle-queue mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-6 text-center">
        <StageHeading className="battle-title">
          <span aria-live="polite">{TITLES[search.step]}</span>
        </StageHeading>
        <Spinner label="" />
        <Card className="battle-queue-facts w-full">
          <dl className="grid grid-cols-2 divide-x-2 divide-line">
            <div className="flex flex-col-reverse">
              <dt className="text-ink-soft">{messages.queue.position}</dt>
              <dd className="text-4xl font-bold tabular-nums">{messages.queue.place(position)}</dd>
            </div>
            <div className="flex flex-col-reverse">
              <dt className="text-ink-soft">{messages.queue.wait}</dt>
              <dd className="text-4xl font-bold tabular-nums">
                <Waited sinceMs={sinceMs} />
              </dd>
            </div>
          </dl>
          <div className="battle-queue-type flex flex-col items-center border-t-2 border-line">
            <TypeBadge type={type} />
            <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1">
              <li className="first-letter:uppercase">{messages.queue.duration(readSite().battleSeconds)}</li>
              <li>{messages.queue.players}</li>
            </ul>
            <p>{messages.queue.average}</p>
            <p className="text-ink-soft">{messages.queue.computer}</p>
          </div>
        </Card>
        {/* Its space is always reserved, so that nothing moves when it appears. */}
        <output className="min-h-9">
          {search.step === 'connecting' && search.hasFailed && (
            <span className="rounded-key bg-thinking px-4 py-1 text-sm font-bold text-on-thinking">
              {messages.queue.troubled}
            </span>
          )}
        </output>
        <Button kind="secondary" size="large" onClick={() => enter({ to: 'lobby' })}>
          {messages.queue.leave}
        </Button>
      </div>
    </div>
  )
}

/** Re-renders only itself, once a second. */
function Waited({ sinceMs }: { sinceMs: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const show = (): void => setSeconds(Math.max(0, Math.floor((battleNowMs() - sinceMs) / 1000)))
    show()
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [sinceMs])
  return messages.queue.waited(seconds)
}
