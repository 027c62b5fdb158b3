import { Link } from 'wouter'
import type { ChildSummary, Overview } from '../../../contract/child-data.ts'
import type { Child, WrongPins } from '../../../contract/classes.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import type { CallResult } from '../../lib/api.ts'
import { HandOver } from './hand-over.tsx'
import { lastPracticeWords } from './last-practice.ts'
import { classMessages } from './messages.en.ts'
import { wrongPinsOf } from './wrong-pins.ts'

const { children: words } = classMessages

type Props = {
  list: readonly Child[]
  hrefOf: (child: Child) => string
  /** Null while it is not known. */
  overview: Overview | null
  wrongPins: WrongPins
  /** Reloads the app for the child to whom the device was handed over. */
  onHandedOver: () => Promise<CallResult<unknown>>
}

const COLUMNS = [words.columns.known, words.columns.fluent, words.columns.days, words.columns.last] as const

/** The same columns in the head of the list and in each row, where there is room for a head. */
const FIGURES =
  'grid grid-cols-[3.5rem_4.25rem_4rem_auto] gap-x-2 text-sm sm:gap-x-4 sm:grid-cols-[4rem_4rem_5rem_6.5rem] sm:text-end'

/** Children in a list, each with what it has learned; a press leads to its own page. */
export function ChildList({ list, hrefOf, overview, wrongPins, onHandedOver }: Props) {
  const byChild = new Map(overview?.children.map((summary) => [summary.studentId, summary]))
  return (
    <div className="grid gap-2">
      {overview && (
        <div aria-hidden="true" className="hidden justify-end px-4 text-ink-soft sm:flex">
          <span className={FIGURES}>
            {COLUMNS.map((column) => (
              <span key={column}>{column}</span>
            ))}
          </span>
        </div>
      )}
      <ul className="grid gap-2">
        {list.map((child) => (
          <li key={child.id} className="grid gap-1">
            <Link
              href={hrefOf(child)}
              className="grid min-h-16 items-center gap-x-6 gap-y-1 rounded-key border-2 border-line bg-sheet px-4 py-2 hover:bg-sunk sm:grid-cols-[1fr_auto]"
            >
              <span className="flex min-w-0 items-center gap-3">
                <AnimalBadge animal={animalOf(child.nickname)} color={child.color} size={40} />
                <span className="min-w-0">
                  <span className="block text-lg font-bold wrap-anywhere">{child.name}</span>
                  <span className="block text-sm break-words text-ink-soft">
                    {words.playsAs(child.nickname)}
                  </span>
                  <WrongPinsNote count={wrongPinsOf(wrongPins, child.id)} />
                </span>
              </span>
              {overview && <Summary summary={byChild.get(child.id)} today={overview.practiceDay} />}
            </Link>
            {child.isOwn && <HandOver child={child} onHandedOver={onHandedOver} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function WrongPinsNote({ count }: { count: number }) {
  return count > 0 && <span className="block text-sm font-bold text-thinking">{words.wrongPins(count)}</span>
}

type Figure = { readonly large: string; readonly small?: string }

function figuresOf({ known, fluent, streak, lastPracticeDay }: ChildSummary, today: string): Figure[] {
  return [
    { large: String(known + fluent) },
    { large: String(fluent) },
    { large: String(streak.days), ...(streak.run > 0 ? { small: words.run(streak.run) } : {}) },
    { large: lastPracticeWords(lastPracticeDay, today) },
  ]
}

function Summary({ summary, today }: { summary: ChildSummary | undefined; today: string }) {
  // There is no data yet for a child who was just added; that is not the same as zero.
  const figures = summary ? figuresOf(summary, today) : []
  return (
    <span className={FIGURES}>
      {COLUMNS.map((column, at) => (
        <span key={column} className="flex flex-col">
          <span className="text-ink-soft sm:sr-only">{column}</span>
          <span className="font-bold tabular-nums">{figures[at]?.large ?? words.unknown}</span>
          {figures[at]?.small && <span className="text-xs text-ink-soft">{figures[at].small}</span>}
        </span>
      ))}
    </span>
  )
}
