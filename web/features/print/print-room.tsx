import { useCallback, useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import * as reportCalls from '../../generated/report-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { NotedReport, type SentenceOf } from './noted-report.tsx'
import { PeriodField } from './period-field.tsx'
import { AnswerKeys, PracticeSheet } from './practice-sheets.tsx'
import { PrintBar } from './print-bar.tsx'
import { printMessages as words } from './print.messages.en.ts'
import { PrintedCertificates } from './printed-certificates.tsx'
import { PrintedGroup, PrintedGroups, type AskedGroup } from './printed-group.tsx'
import { WhoChoice } from './who-choice.tsx'
import { compareNames } from '../../../domain/name-order.en.ts'

/** What can be printed. */
const KINDS = ['reports', 'practice', 'group', 'certificates'] as const

type Kind = (typeof KINDS)[number]

/** What is chosen at first. */
type PrintChoice = {
  readonly what: string
  readonly children: readonly string[]
  readonly set: string
  /** The first day of the reports; '' for the usual one. */
  readonly since: string
  /** The groups whose sheets are printed together; empty for one that is chosen here. */
  readonly groups: readonly AskedGroup[]
}

type Props = {
  /** Null for a parent's children. */
  classId: string | null
  asked: PrintChoice
  sentenceOf: SentenceOf
}

const byName = (one: Report, other: Report): number => compareNames(one.name, other.name)

/** Prints for a class, or for a parent's children. */
export function PrintRoom({ classId, asked, sentenceOf }: Props) {
  const [since, setSince] = useState<string | undefined>(asked.since || undefined)
  const read = useCallback(
    (signal: AbortSignal) => {
      const query = since === undefined ? {} : { since }
      return classId === null
        ? sessionCall(reportCalls.ofOwn, { query }, { signal })
        : sessionCall(reportCalls.ofClass, { params: { classId }, query }, { signal })
    },
    [classId, since],
  )
  const { answer, refetch } = useAnswer(read)
  // What was shown last stays until the next period is there.
  const [shown, setShown] = useState<typeof answer>(answer)
  if (answer.state !== 'loading' && answer !== shown) setShown(answer)
  if (shown.state === 'loading') return <LoadingPage />
  if (shown.state === 'failed') {
    return <FailedPage failure={shown.failure} onTryAgain={refetch} own={{ not_found: words.gone }} />
  }
  const reports = shown.value.toSorted(byName)
  return <Known {...{ classId, asked, sentenceOf, reports }} onSince={setSince} />
}

const backTo = (classId: string | null) =>
  classId === null
    ? { href: '/children', label: words.toFamily }
    : { href: `/classes/${classId}`, label: words.toClass }

type KnownProps = Props & {
  reports: readonly Report[]
  onSince: (since: string) => void
}

function Known({ classId, asked, sentenceOf, reports, onSince }: KnownProps) {
  const [kind, setKind] = useState<Kind>(() => KINDS.find((one) => one === asked.what) ?? 'reports')
  const [leftOut, setLeftOut] = useState<readonly string[]>(() =>
    reports.flatMap(({ studentId: id }) =>
      asked.children.length === 0 || asked.children.includes(id) ? [] : [id],
    ),
  )
  const [set, setSet] = useState(asked.set)
  const [certificates, setCertificates] = useState(0)
  const [first] = reports
  const hasGroups = kind === 'group' && asked.groups.length > 0
  const offered =
    kind === 'certificates' ? reports.filter((report) => report.certificates.length > 0) : reports
  const chosen = offered.filter(({ studentId }) =>
    hasGroups
      ? asked.groups.some(({ children }) => children.includes(studentId))
      : !leftOut.includes(studentId),
  )

  return (
    <>
      <PrintBar
        title={words.title}
        lead={words.leads[kind]}
        back={backTo(classId)}
        beside={<output className="self-center font-bold">{words.children(chosen.length)}</output>}
        isEmpty={(kind === 'certificates' ? certificates : chosen.length) === 0}
      >
        {first ? (
          <>
            {/* As wide as their words, so that long ones go to the next row. */}
            <div className="[&_label]:flex-auto">
              <ChoiceGroup
                legend={words.what}
                choices={KINDS.map((value) => ({ value, ...words.kinds[value] }))}
                value={kind}
                onChange={setKind}
              />
            </div>
            {!hasGroups && offered.length > 0 && (
              <WhoChoice reports={offered} leftOut={leftOut} onChange={setLeftOut} />
            )}
            {kind === 'reports' && <PeriodField from={first.from} today={first.today} onChange={onSince} />}
          </>
        ) : (
          <p className="rounded-card bg-sunk p-5">{words.noChildren}</p>
        )}
      </PrintBar>
      <Papers
        {...{ kind, classId, reports, chosen, set, sentenceOf }}
        groups={hasGroups ? asked.groups : []}
        onSet={setSet}
        onCertificates={setCertificates}
      />
    </>
  )
}

type PapersProps = Pick<Props, 'classId' | 'sentenceOf'> & {
  kind: Kind
  reports: readonly Report[]
  /** The children to print for. */
  chosen: readonly Report[]
  set: string
  onSet: (set: string) => void
  groups: readonly AskedGroup[]
  onCertificates: (count: number) => void
}

/** What is printed. */
function Papers({
  kind,
  classId,
  reports,
  chosen,
  groups,
  set,
  onSet,
  onCertificates,
  sentenceOf,
}: PapersProps) {
  return (
    <>
      {kind === 'reports' && (
        <div className="papers">
          {chosen.map((report) => (
            <NotedReport
              key={report.studentId}
              report={report}
              hasNote={classId !== null}
              sentenceOf={sentenceOf}
            />
          ))}
        </div>
      )}
      {kind === 'practice' && (
        <div className="papers">
          {chosen.map((report) => (
            <PracticeSheet key={report.studentId} report={report} />
          ))}
          <AnswerKeys reports={chosen} />
        </div>
      )}
      {groups.length > 0 && <PrintedGroups reports={reports} groups={groups} />}
      {kind === 'group' && groups.length === 0 && chosen.length > 0 && (
        <PrintedGroup reports={chosen} chosen={set} onChoose={onSet} />
      )}
      {kind === 'certificates' && <PrintedCertificates reports={chosen} onCount={onCertificates} />}
    </>
  )
}
