import { useId, useState } from 'react'
import type { PlannedRow, RowChoice, RowPlan } from '../../../domain/roster/plan.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { withNames } from '../../ui/with-names.tsx'
import type { PlannedClass } from './import-list.ts'
import { importMessages as words } from './import.messages.en.ts'
import { refusedSignWords, refusedWords } from './refused-words.en.ts'

type OnChoice = (line: number, choice: RowChoice | null) => void

const NEEDS_DECISION: readonly RowPlan['kind'][] = ['invalid', 'unclear']

/** Whether the adult has to decide about this row before anything is added. */
export const needsDecision = ({ plan }: PlannedRow): boolean => NEEDS_DECISION.includes(plan.kind)

/** The plan for each row of a class; rows that need a decision come first. */
export function ImportClassCard({ planned, onChoice }: { planned: PlannedClass; onChoice: OnChoice }) {
  const id = useId()
  const { name, classId, names, problem, grade } = planned
  const rows = planned.planned.toSorted(
    (one, other) => Number(needsDecision(other)) - Number(needsDecision(one)),
  )
  const same = rows.filter(({ plan }) => plan.kind === 'same').length
  const isWithout =
    name === '' && rows.some(({ plan }) => plan.kind === 'invalid' && plan.problem === 'no_class')
  return (
    <Card aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 id={id} className="text-xl wrap-anywhere">
          {isWithout
            ? words.noClass
            : withNames((shown) => words.className(name && shown, classId === null), name)}
        </h3>
        <p className="font-bold">{words.counts(names.length, same)}</p>
      </div>
      {classId === null && grade !== 'unknown' && <p className="text-ink-soft">{words.grade(grade)}</p>}
      {problem !== null && (
        <p className="font-bold text-thinking">
          {(problem === 'class_name' && refusedSignWords(name, 'class')) || words.classProblems[problem]}
        </p>
      )}
      <table className="w-full border-collapse text-start">
        <thead>
          <tr className="text-sm text-ink-soft">
            <th scope="col" className="w-12 py-1 font-normal">
              {words.rowHead}
            </th>
            <th scope="col" className="py-1 pe-3 font-normal">
              {words.nameHead}
            </th>
            <th scope="col" className="py-1 font-normal">
              {words.planHead}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.row.line} className="border-t border-line">
              <td className="py-1 text-ink-soft tabular-nums">{each.row.line}</td>
              <th scope="row" translate="no" className="py-1 pe-3 font-normal break-words">
                {`${each.row.first} ${each.row.last}`}
              </th>
              <td className="py-1">
                <Plan {...each} onChoice={onChoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Plan({ row, plan, onChoice }: PlannedRow & { onChoice: OnChoice }) {
  const { line, first } = row
  const choose = (choice: RowChoice | null) => () => onChoice(line, choice)
  const leaveOut = (
    <Button
      kind="quiet"

      aria-label={words.leaveOutOf(line)}
      onClick={choose({ kind: 'leave_out' })}
    >
      {words.leaveOut}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PlanText row={row} plan={plan} />
      {plan.kind === 'add' && leaveOut}
      {plan.kind === 'same' && plan.different !== null && (
        <Button kind="quiet" onClick={choose({ kind: 'add' })}>
          {withNames(words.different, plan.different)}
        </Button>
      )}
      {plan.kind === 'unclear' && (
        <>
          <Button kind="secondary" onClick={choose({ kind: 'same' })}>
            {words.isSame}
          </Button>
          <Button kind="secondary" onClick={choose({ kind: 'add' })}>
            {withNames(words.isDifferent, plan.different)}
          </Button>
        </>
      )}
      {plan.kind === 'left_out' && (
        <Button kind="quiet" onClick={choose(null)}>
          {words.undo}
        </Button>
      )}
      {plan.kind === 'invalid' && plan.problem !== 'no_class' && (
        <NewName line={line} name={first} onName={(name) => onChoice(line, { kind: 'rename', name })} />
      )}
      {plan.kind === 'invalid' && leaveOut}
    </div>
  )
}

function PlanText({ row, plan }: PlannedRow) {
  const marked = 'rounded-full bg-thinking-wash px-2 text-sm font-bold text-thinking'
  switch (plan.kind) {
    case 'add':
      return <span className="font-bold">{withNames(words.add, plan.name)}</span>
    case 'same':
      return <span className="text-ink-soft">{withNames(words.same, plan.name)}</span>
    case 'unclear':
      return <span className={marked}>{withNames(words.unclear, plan.name)}</span>
    case 'duplicate':
      return <span className="text-ink-soft">{words.duplicate(plan.line)}</span>
    case 'left_out':
      return <span className="text-ink-soft">{words.leftOut}</span>
    case 'invalid':
      return (
        <span className={marked}>
          {plan.problem === 'signs' ? refusedWords(row.first) : words.rowProblems[plan.problem]}
        </span>
      )
  }
}

/** A name to type in place of one that cannot be used. It counts once the box is left, so that the row stays where it is. */
function NewName({ line, name, onName }: { line: number; name: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const leave = (): void => {
    if (typed !== name) onName(typed)
  }
  return (
    <input
      aria-label={words.renameOf(line)}
      placeholder={words.rename}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
      className="min-h-target w-40 rounded-key border-2 border-edge bg-paper px-3"
    />
  )
}
