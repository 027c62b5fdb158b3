import { useState } from 'react'
import { Link } from 'wouter'
import type { ChildWeeks } from '../../../contract/weekly-report.ts'
import * as weeklyCalls from '../../generated/weekly-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { FailedPage, LoadingPage, PageMessage } from '../../ui/page-message.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { ChildWeek } from './child-week.tsx'
import { WeeklyEmail } from './weekly-email.tsx'
import { weeklyMessages as words } from './messages.en.ts'

const readWeeks = (signal: AbortSignal) => sessionCall(weeklyCalls.read, {}, { signal })

/** The weeks of a parent's children, one week at a time, the current one first. */
export function WeeklyRoom() {
  const { answer, refetch } = useAnswer(readWeeks)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-1">
        <Link
          href="/children"
          className="text-link inline-flex min-h-target min-w-target items-center justify-self-start font-bold print:hidden"
        >
          {words.back}
        </Link>
        <StageHeading>{words.title}</StageHeading>
      </header>
      {answer.state === 'loading' && <LoadingPage />}
      {answer.state === 'failed' && <FailedPage failure={answer.failure} onTryAgain={refetch} />}
      {answer.state === 'value' && (
        <>
          {answer.failure && <FailureNote failure={answer.failure} />}
          <Weeks list={answer.value.children} />
          {answer.value.children.length > 0 && <WeeklyEmail />}
        </>
      )}
    </div>
  )
}

function Weeks({ list }: { list: readonly ChildWeeks[] }) {
  const [ago, setAgo] = useState(0)
  const [first] = list
  if (!first) {
    return (
      <PageMessage title={words.noChildren}>
        <p className="max-w-md text-ink-soft">{words.noChildrenLead}</p>
        <LinkButton kind="primary" href="/children">
          {words.addChildren}
        </LinkButton>
      </PageMessage>
    )
  }
  const monday = first.weeks[ago]?.monday ?? ''
  return (
    <>
      <nav aria-label={words.weeks} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <output className="min-w-64 text-xl font-bold">
          {ago === 0 ? words.thisWeek : words.week(monday)}
        </output>
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button
            kind="secondary"
            aria-disabled={ago >= first.weeks.length - 1}
            onClick={() => setAgo(Math.min(first.weeks.length - 1, ago + 1))}
          >
            {words.earlier}
          </Button>
          <Button kind="secondary" aria-disabled={ago === 0} onClick={() => setAgo(Math.max(0, ago - 1))}>
            {words.later}
          </Button>
        </div>
      </nav>
      {list.map((child) => {
        const week = child.weeks[ago]
        return week && <ChildWeek key={child.id} child={child} week={week} isNow={ago === 0} />
      })}
    </>
  )
}
