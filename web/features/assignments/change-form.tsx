import { useCallback, useState, type FormEvent } from 'react'
import type { Assignment, Assignments } from '../../../contract/assignments.ts'
import { AMOUNTS } from '../../../domain/school/assignment.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import type { AssignDraft } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'
import { changeOf, daysToChange, draftOf, keepsWeekday, problemOfChange } from './change-draft.ts'
import { DraftProblem } from './draft-problem.tsx'
import { LastDayField } from './last-day-field.tsx'
import { WhatChoice } from './what-choice.tsx'
import { WhoChoice, type AssignableChild } from './who-choice.tsx'

const { change: words } = assignmentMessages

type Props = {
  assignment: Assignment
  known: Assignments
  childrenHere: readonly AssignableChild[]
  onDone: () => void
  onCancel: () => void
}

/** Changes for whom an assignment is, how much there is to do and by when; until somebody has answered, also what is assigned. */
export function ChangeForm({ assignment, known, childrenHere, onDone, onCancel }: Props) {
  const { id } = assignment
  const [begun] = useState(() =>
    draftOf(assignment, known, (child) => childrenHere.some((each) => each.id === child)),
  )
  const [draft, setDraft] = useState(begun)
  const [isTried, setTried] = useState(false)
  const change = (next: Partial<AssignDraft>): void => setDraft((before) => ({ ...before, ...next }))
  const problem = problemOfChange(assignment, draft, known.today)
  const action = useAction(
    useCallback(
      (body: ReturnType<typeof changeOf>) =>
        sessionCall(assignmentCalls.change, { params: { assignmentId: id }, body }),
      [id],
    ),
  )

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (problem === null && (await action.run(changeOf(begun, draft))) !== null) onDone()
  }

  return (
    <form noValidate aria-label={words.title} className="grid gap-7" onSubmit={(event) => void save(event)}>
      <WhoChoice who={draft.who} childrenHere={childrenHere} onChange={(who) => change({ who })} />
      {assignment.hasAnswers ? (
        <p className="text-ink-soft">{words.whatStays}</p>
      ) : (
        <WhatChoice draft={draft} change={change} />
      )}
      <HowMuch assignment={assignment} draft={draft} today={known.today} change={change} />
      <div className="grid gap-3">
        <DraftProblem
          problem={isTried ? problem : null}
          amount={draft.amount}
          days={daysToChange(draft, known.today)}
        />
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" aria-disabled={action.isPending}>
            {words.save}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}

type HowMuchProps = {
  assignment: Assignment
  draft: AssignDraft
  today: string
  change: (next: Partial<AssignDraft>) => void
}

function HowMuch({ assignment, draft, today, change }: HowMuchProps) {
  const { amount, dueDay, lastDay } = draft
  const { min, max } = AMOUNTS[amount.kind]
  const days = daysToChange(draft, today)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field
        label={words.amount(amount.kind)}
        hint={words.amountHint}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={amount.count === 0 ? '' : amount.count}
        onChange={({ currentTarget }) =>
          change({ amount: { ...amount, count: Math.trunc(Number(currentTarget.value)) } })
        }
      />
      {!keepsWeekday(assignment, today) && (
        <Field
          label={words.due}
          type="date"
          {...days.due}
          value={dueDay}
          onChange={({ currentTarget: { value } }) => value !== '' && change({ dueDay: value })}
        />
      )}
      {lastDay !== null && <LastDayField draft={draft} days={days.last} change={change} />}
    </div>
  )
}
