import { useCallback, useState } from 'react'
import * as reportCalls from '../../generated/report-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { NotedReport, type SentenceOf } from './noted-report.tsx'
import { PeriodField } from './period-field.tsx'
import { PrintBar } from './print-bar.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = { studentId: string; isTeacher: boolean; sentenceOf: SentenceOf }

/** The report on one child, for its teacher and its parents. */
export function ReportRoom({ studentId, isTeacher, sentenceOf }: Props) {
  const [since, setSince] = useState<string | undefined>(undefined)
  const read = useCallback(
    (signal: AbortSignal) =>
      sessionCall(
        reportCalls.ofChild,
        { params: { studentId }, query: since === undefined ? {} : { since } },
        { signal },
      ),
    [studentId, since],
  )
  const { answer, refetch } = useAnswer(read)
  // What was shown last stays until the next period is there.
  const [shown, setShown] = useState<typeof answer>(answer)
  if (answer.state !== 'loading' && answer !== shown) setShown(answer)
  if (shown.state === 'loading') return <LoadingPage />
  if (shown.state === 'failed') {
    return <FailedPage failure={shown.failure} onTryAgain={refetch} own={{ not_found: words.childGone }} />
  }
  const report = shown.value
  const back = isTeacher
    ? { href: `/classes/${report.classId}?child=${studentId}`, label: words.toChild }
    : { href: `/children/${studentId}`, label: words.toChild }
  return (
    <>
      <PrintBar
        title={words.reportTitle}
        back={back}
        beside={<PeriodField from={report.from} today={report.today} onChange={setSince} />}
      />
      <div className="papers">
        <NotedReport report={report} hasNote={isTeacher} sentenceOf={sentenceOf} />
      </div>
    </>
  )
}
