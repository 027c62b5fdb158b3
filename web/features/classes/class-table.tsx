import { useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ChildSummary, Overview } from '../../../contract/child-data.ts'
import type { Child, WrongPins } from '../../../contract/classes.ts'
import { findFact } from '../../../domain/fact.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { NeedsHelpMark } from '../../ui/needs-help-mark.tsx'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { withNames } from '../../ui/with-names.tsx'
import {
  BY_NAME,
  COLUMNS,
  firstTryShare,
  inOrder,
  orderAfter,
  type ClassOrder,
  type ClassRow,
  type Column,
} from './class-order.ts'
import { lastPracticeWords } from './last-practice.ts'
import { classMessages } from './messages.en.ts'
import { wrongPinsOf } from './wrong-pins.ts'

const { table: words, children: childWords } = classMessages

type Props = {
  /** By name. */
  list: readonly Child[]
  hrefOf: (child: Child) => string
  /** Null while it is not known. */
  overview: Overview | null
  wrongPins: WrongPins
  /** The id of the heading that names the table. */
  labelledBy: string
}

const NAME_CELL = 'sticky start-0 z-[1] bg-sheet print:static'

/** The children of a class with who practiced, how much, how well and what was hardest; each head sorts by its column. */
export function ClassTable({ list, hrefOf, overview, wrongPins, labelledBy }: Props) {
  const [order, setOrder] = useState(BY_NAME)
  const rows = useMemo(() => {
    const byChild = new Map(overview?.children.map((summary) => [summary.studentId, summary]))
    return inOrder(
      list.map((child) => ({ child, summary: byChild.get(child.id) ?? null })),
      order,
    )
  }, [list, overview, order])
  const showsHelp = rows.some(({ summary }) => summary?.hardest.some(({ needsHelp }) => needsHelp))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm text-ink-soft md:hidden print:hidden">{words.scrollHint}</p>
      <div className="relative overflow-x-auto rounded-card border-2 border-line bg-sheet">
        <table aria-labelledby={labelledBy} className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b-2 border-line">
              {COLUMNS.map((column) => (
                <Head key={column} column={column} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.child.id}
                row={row}
                wrongPins={wrongPinsOf(wrongPins, row.child.id)}
                href={hrefOf(row.child)}
                today={overview?.practiceDay ?? ''}
              />
            ))}
          </tbody>
        </table>
      </div>
      {wrongPins.length > 0 && <p className="text-sm text-ink-soft">{childWords.wrongPinsHint}</p>}
      {showsHelp && (
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <NeedsHelpMark size={20} />
          {words.needsHelpHint}
        </p>
      )}
    </div>
  )
}

type HeadProps = { column: Column; order: ClassOrder; onOrder: (order: ClassOrder) => void }

function Head({ column, order, onOrder }: HeadProps) {
  const isSorted = order.column === column
  const sorted = order.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? sorted : undefined}
      className={`p-0 font-normal ${column === 'name' ? NAME_CELL : ''}`}
    >
      <button
        type="button"
        onClick={() => onOrder(orderAfter(order, column))}
        className={`flex min-h-target w-full items-center gap-1 px-2 py-1 text-start text-sm sm:px-3 leading-tight hover:bg-sunk ${isSorted ? 'font-bold' : 'text-ink-soft'}`}
      >
        {words.columns[column]}
        <SortMark direction={isSorted ? sorted : null} />
      </button>
    </th>
  )
}

/** Up and down; only the one that is sorted by is filled. */
function SortMark({ direction }: { direction: 'ascending' | 'descending' | null }) {
  return (
    <svg viewBox="0 0 10 16" width="10" height="16" className="shrink-0 print:hidden" aria-hidden="true">
      {direction !== 'descending' && <path d="M5 1 9 6.5H1Z" className="fill-current" />}
      {direction !== 'ascending' && <path d="M5 15 1 9.5h8Z" className="fill-current" />}
    </svg>
  )
}

type RowProps = { row: ClassRow; wrongPins: number; href: string; today: string }

function Row({ row: { child, summary }, wrongPins, href, today }: RowProps) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className={`p-0 font-normal ${NAME_CELL}`}>
        <ChildLink child={child} wrongPins={wrongPins} href={href} />
      </th>
      {summary ? (
        <Figures summary={summary} today={today} />
      ) : (
        COLUMNS.slice(1).map((column) => <Cell key={column}>{childWords.unknown}</Cell>)
      )}
    </tr>
  )
}

function ChildLink({ child, wrongPins, href }: { child: Child; wrongPins: number; href: string }) {
  return (
    <Link href={href} className="flex min-h-14 items-center gap-3 px-3 py-1 hover:bg-sunk print:min-h-0">
      <span className="max-sm:hidden">
        <AnimalBadge animal={animalOf(child.nickname)} color={child.color} size={36} />
      </span>
      <span className="max-w-48 min-w-24 font-bold wrap-anywhere sm:min-w-32">
        <span translate="no">{child.name}</span>
        <span className="block text-xs font-normal break-words text-ink-soft max-lg:hidden">
          {withNames(childWords.playsAs, child.nickname)}
        </span>
        {wrongPins > 0 && (
          <span className="block text-sm text-thinking">{childWords.wrongPins(wrongPins)}</span>
        )}
      </span>
    </Link>
  )
}

function Figures({ summary, today }: { summary: ChildSummary; today: string }) {
  const { lastPracticeDay, weekSeconds, weekDays, newFacts, hardest } = summary
  const share = firstTryShare(summary)
  return (
    <>
      <Cell>{lastPracticeWords(lastPracticeDay, today)}</Cell>
      <Cell>
        {words.minutes(weekSeconds)}
        {weekDays > 0 && <span className="block text-xs text-ink-soft">{words.days(weekDays)}</span>}
      </Cell>
      <Cell>{share === null ? childWords.unknown : words.percent(share)}</Cell>
      <Cell>{newFacts}</Cell>
      <Cell>
        <HardestFacts hardest={hardest} />
      </Cell>
    </>
  )
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="px-2 py-1 sm:px-3 whitespace-nowrap tabular-nums">{children}</td>
}

function HardestFacts({ hardest }: Pick<ChildSummary, 'hardest'>) {
  const facts = hardest.flatMap(({ factId, needsHelp }) => {
    const fact = findFact(factId)
    if (!fact) return []
    const written = `${fact.operand1} ${operationSymbol(fact.operation)} ${fact.operand2}`
    return [{ id: factId, needsHelp, written }]
  })
  if (facts.length === 0) return childWords.unknown
  return (
    <ul className="flex gap-1">
      {facts.map(({ id, needsHelp, written }) => (
        <li
          key={id}
          className="flex items-center whitespace-nowrap gap-1 rounded-full bg-sunk px-2 py-0.5 text-sm"
        >
          {needsHelp && <NeedsHelpMark size={16} />}
          {written}
          {needsHelp && <span className="sr-only">{words.needsHelp}</span>}
        </li>
      ))}
    </ul>
  )
}
