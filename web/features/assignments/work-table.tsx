import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Assignment, RoundWork } from '../../../contract/assignments.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { assignmentMessages } from './assignments.messages.en.ts'
import { compareNames } from '../../../domain/name-order.en.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { setAfter } from './next-set.ts'
import { enumerated } from '../../../domain/words.en.ts'
import { findFact } from '../../../domain/fact.ts'
import { math } from '../../../domain/math-text.en.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import { withNames } from '../../ui/with-names.tsx'

const { work: words } = assignmentMessages

/** While it is open, it is read again so often; milliseconds. */
const EVERY_MS = 15_000

type ChildWork = RoundWork['children'][number]
type Filter = (typeof FILTERS)[number]
type Change = 'excuse' | 'do_not_excuse' | 'more_time'

const FILTERS = ['all', 'not_started', 'stuck'] as const

function isShown({ state, isStuck }: ChildWork, filter: Filter): boolean {
  if (filter === 'stuck') return isStuck
  return filter === 'all' || state === 'not_started' || state === 'not_done'
}

function factNames(ids: readonly string[]): string {
  const facts = ids.flatMap((id) => findFact(id) ?? [])
  return enumerated(
    facts.map(({ operand1, operation, operand2 }) =>
      math(`${operand1}\u00a0${operationSymbol(operation)}\u00a0${operand2}`),
    ),
  )
}

/** Excuses a child, or gives it more time. */
function useChange(assignmentId: string) {
  return useAction(
    useCallback(
      (studentId: string, round: string, change: Change) =>
        sessionCall(assignmentCalls.changeWork, {
          params: { assignmentId, studentId },
          body: { round, change },
        }),
      [assignmentId],
    ),
  )
}

type Props = { assignment: Assignment }

/** What each child has done of an assignment. */
export function WorkTable({ assignment }: Props) {
  const { id, amount } = assignment
  const [round, setRound] = useState<string>()
  const [filter, setFilter] = useState<Filter>('all')
  const { answer, refetch, update } = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        sessionCall(
          assignmentCalls.work,
          { params: { assignmentId: id }, query: round === undefined ? {} : { round } },
          { signal },
        ),
      [id, round],
    ),
  )
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && refetch(), EVERY_MS)
    return () => clearInterval(timer)
  }, [refetch])
  const change = useChange(id)
  if (answer.state === 'loading') return <Spinner />
  if (answer.state === 'failed') return <FailureNote failure={answer.failure} />
  const { value } = answer
  const roundDay = round ?? value.rounds[0] ?? ''
  const shown = value.children
    .filter((child) => isShown(child, filter))
    .toSorted((one, other) => compareNames(one.name, other.name))

  async function press(studentId: string, what: Change): Promise<void> {
    const changed = await change.run(studentId, roundDay, what)
    if (changed) update(() => changed)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Controls
        rounds={value.rounds}
        round={roundDay}
        onRound={setRound}
        filter={filter}
        onFilter={setFilter}
      />
      {value.hardest.length > 0 && <p>{words.classHardest(factNames(value.hardest))}</p>}
      <NextSet assignment={assignment} work={value.children} />
      {shown.length === 0 ? (
        <p className="text-ink-soft">{words.nobody}</p>
      ) : (
        <div className="relative overflow-x-auto">
          <table className="w-full border-collapse text-start print:text-sm">
            <Head />
            <tbody>
              {shown.map((child) => (
                <Row
                  key={child.studentId}
                  child={child}
                  kind={amount.kind}
                  dueDay={value.assignment.round?.dueDay ?? null}
                  onPress={(what) => void press(child.studentId, what)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <FailureNote failure={change.failure} waitSeconds={change.waitSeconds} />
    </div>
  )
}

function Head() {
  return (
    <thead>
      <tr className="border-b-2 border-line text-sm text-ink-soft">
        {[words.child, words.state].map((head) => (
          <th key={head} scope="col" className="px-2 py-2 font-normal">
            {head}
          </th>
        ))}
        {[words.right, words.hardest].map((head) => (
          <th key={head} scope="col" className="px-2 py-2 font-normal max-sm:hidden">
            {head}
          </th>
        ))}
        <th scope="col" className="px-2 py-2 font-normal print:hidden">
          {words.actions}
        </th>
      </tr>
    </thead>
  )
}

type NextSetProps = { assignment: Assignment; work: readonly ChildWork[] }

/** Offers the next set for the children who already knew what was assigned. */
function NextSet({ assignment: { assigned }, work }: NextSetProps) {
  const [path] = useLocation()
  const knowing = work.filter(({ knows }) => knows)
  const set = setAfter(assigned)
  if (set === null || knowing.length === 0) return null
  const ids = knowing.map(({ studentId }) => studentId)
  return (
    <p className="print:hidden">
      {withNames((...all) => words.knowing(all), ...knowing.map(({ name }) => name))}{' '}
      <Link
        href={`${path}?set=${set}&children=${ids.join(',')}`}
        className="text-link inline-flex min-h-target items-center font-bold"
      >
        {words.assignNext(SET_NAMES[set])}
      </Link>
    </p>
  )
}

type ControlsProps = {
  rounds: readonly string[]
  round: string
  onRound: (round: string) => void
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Which round and which children are shown. */
function Controls({ rounds, round, onRound, filter, onFilter }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-end gap-4 print:hidden">
      {rounds.length > 1 && (
        <label className="grid">
          <span className="mb-1 font-bold">{words.round}</span>
          <select
            className="min-h-target rounded-key border-2 border-edge bg-sheet px-4"
            value={round}
            onChange={({ currentTarget }) => onRound(currentTarget.value)}
          >
            {rounds.map((day) => (
              <option key={day} value={day}>
                {words.roundOf(day)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="grid">
        <span className="mb-1 font-bold">{words.filter}</span>
        <select
          className="min-h-target rounded-key border-2 border-edge bg-sheet px-4"
          value={filter}
          onChange={({ currentTarget: { value: chosen } }) =>
            onFilter(FILTERS.find((each) => each === chosen) ?? 'all')
          }
        >
          {FILTERS.map((each) => (
            <option key={each} value={each}>
              {words.filters[each]}
            </option>
          ))}
        </select>
      </label>
      <Button kind="quiet" onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  )
}

type RowProps = {
  child: ChildWork
  kind: 'problems' | 'minutes'
  /** When the round is due for the others. */
  dueDay: string | null
  onPress: (what: Change) => void
}

function stateText({ state, doneDay, count, amount }: ChildWork, kind: RowProps['kind']): string {
  if ((state === 'done' || state === 'done_later') && doneDay !== null) return words.doneOn(state, doneDay)
  return state === 'started' ? words.count(kind, count, amount) : words.states[state]
}

/** A child's own due day, if it has another one than the others and is not done yet; else null. */
function ownDueDay({ state, dueDay }: ChildWork, usual: string | null): string | null {
  const isOpen = state === 'not_started' || state === 'started'
  return isOpen && dueDay !== usual ? dueDay : null
}

function Row({ child, kind, dueDay, onPress }: RowProps) {
  const { name, knows, isStuck, firsts, firstsRight, hardest } = child
  const own = ownDueDay(child, dueDay)
  const notes = [
    ...(own === null ? [] : [words.dueOn(own)]),
    ...(knows ? [words.knows] : []),
    ...(isStuck ? [words.stuckShort] : []),
  ]
  const answers = [
    [words.right, words.rightOf(firstsRight, firsts)],
    [words.hardest, factNames(hardest)],
  ] as const
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" translate="no" className="px-2 py-2 font-bold wrap-anywhere print:py-0.5">
        {name}
      </th>
      <td className="px-2 py-2 tabular-nums print:py-0.5 print:whitespace-nowrap">
        {stateText(child, kind)}
        {notes.length > 0 && <span className="block text-sm text-ink-soft">{notes.join(' · ')}</span>}
        {/* On a phone these have no columns of their own, so that there is room for the actions. */}
        {answers.map(
          ([head, text]) =>
            text !== '' && (
              <span key={head} className="block text-sm text-ink-soft sm:hidden">
                {head}: {text}
              </span>
            ),
        )}
      </td>
      {answers.map(([head, text]) => (
        <td key={head} className="px-2 py-2 tabular-nums max-sm:hidden print:py-0.5">
          {text}
        </td>
      ))}
      <RowActions child={child} onPress={onPress} />
    </tr>
  )
}

function RowActions({
  child: { name, state },
  onPress,
}: {
  child: ChildWork
  onPress: (what: Change) => void
}) {
  const labels = {
    more_time: words.moreTimeOf,
    excuse: words.excuseOf,
    do_not_excuse: words.doNotExcuseOf,
  }
  const shortLabels = {
    more_time: words.moreTime,
    excuse: words.excuse,
    do_not_excuse: words.doNotExcuse,
  }
  const buttons = changesFor(state).map((what) => (
    <Button key={what} kind="quiet" aria-label={labels[what](name)} onClick={() => onPress(what)}>
      {shortLabels[what]}
    </Button>
  ))
  return (
    <td className="px-2 py-2 print:hidden">
      <div className="flex flex-wrap gap-1 max-lg:hidden">{buttons}</div>
      {/* Beside the other columns of a tablet, the buttons would be a tall stack. */}
      {buttons.length > 0 && (
        <details className="lg:hidden">
          <summary
            aria-label={words.actionsOf(name)}
            className="text-link inline-flex min-h-target min-w-target items-center font-bold"
          >
            {words.actions}
          </summary>
          <div className="grid justify-items-start gap-1 [&>button]:px-2">{buttons}</div>
        </details>
      )}
    </td>
  )
}

/** What an adult can do about a child's round. */
function changesFor(state: ChildWork['state']): readonly Change[] {
  switch (state) {
    case 'not_started':
    case 'started':
      return ['more_time', 'excuse']
    case 'not_done':
      return ['excuse']
    case 'excused':
      return ['do_not_excuse']
    default:
      return []
  }
}
