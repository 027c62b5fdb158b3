import { useState, type FormEvent } from 'react'
import type { Assignments, NewAssignment } from '../../../contract/assignments.ts'
import { AMOUNTS } from '../../../domain/school/assignment.ts'
import type { CallResult } from '../../lib/api.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import {
  bodyOf,
  daysToChoose,
  isTooMuch,
  minutesOf,
  problemOf,
  TEMPLATES,
  withTemplate,
  type AssignDraft,
} from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'
import { DraftProblem } from './draft-problem.tsx'
import { LastDayField } from './last-day-field.tsx'
import { WhatChoice } from './what-choice.tsx'
import { WhoChoice, type AssignableChild } from './who-choice.tsx'

const { form: words } = assignmentMessages

type Props = {
  known: Assignments
  draft: AssignDraft
  childrenHere: readonly AssignableChild[]
  make: (body: NewAssignment) => Promise<CallResult<unknown>>
  onMade: () => void
  onCancel: () => void
}

/** Assigns practice: who, what, and how much by when. Each has a default, so that one press is enough. */
export function AssignForm({ known, draft: begun, childrenHere, make, onMade, onCancel }: Props) {
  // A child that a link names may have left meanwhile.
  const isHere = (id: string): boolean => childrenHere.some((child) => child.id === id)
  const [draft, setDraft] = useState({ ...begun, who: begun.who?.filter(isHere) ?? null })
  // Stays the same while it is tried again, so that nothing is assigned twice.
  const [requestId] = useState(newSubmissionId)
  const [isTried, setTried] = useState(false)
  const action = useAction(make)
  const problem = problemOf(draft, known.today)
  const change = (next: Partial<AssignDraft>): void => setDraft((before) => ({ ...before, ...next }))

  async function assign(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (problem === null && (await action.run(bodyOf(draft, requestId))) !== null) onMade()
  }

  return (
    <Card aria-labelledby="assign-title">
      <form
        noValidate
        className="grid gap-7 [&_:is(input,select)]:scroll-mb-40"
        onSubmit={(event) => void assign(event)}
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="assign-title" className="text-2xl">
            {words.title}
          </h2>
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-ink-soft">{words.templates}</span>
            {TEMPLATES.map((template) => (
              <Button
                key={template}
                kind="quiet"
                onClick={() => setDraft(withTemplate(draft, template, known))}
              >
                {words.template[template]}
              </Button>
            ))}
          </p>
        </div>
        <WhoChoice who={draft.who} childrenHere={childrenHere} onChange={(who) => change({ who })} />
        <WhatChoice draft={draft} change={change} />
        <HowMuch draft={draft} known={known} change={change} />
        {/* In sight without scrolling, unless the page is short. */}
        <div className="bottom-0 z-[1] grid gap-3 border-t-2 border-line bg-sheet py-3 [@media(min-height:40rem)]:sticky">
          <p className="text-ink-soft">{words.takes(minutesOf(draft.amount, known.problemMs))}</p>
          {isTooMuch(draft, known) && <p className="font-bold text-thinking">{words.tooMuch}</p>}
          <DraftProblem
            problem={isTried ? problem : null}
            amount={draft.amount}
            days={daysToChoose(draft, known.today)}
          />
          <FailureNote
            failure={action.failure}
            waitSeconds={action.waitSeconds}
            own={assignmentMessages.failures}
          />
          <div className="flex flex-wrap gap-3">
            <Button kind="primary" size="large" type="submit" aria-disabled={action.isPending}>
              {words.assign}
            </Button>
            <Button kind="quiet" onClick={onCancel}>
              {words.cancel}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  )
}

type PartProps = { draft: AssignDraft; known: Assignments; change: (next: Partial<AssignDraft>) => void }

function HowMuch({ draft, known, change }: PartProps) {
  const { amount, dueDay, lastDay } = draft
  const days = daysToChoose(draft, known.today)
  const { min, max } = AMOUNTS[amount.kind]
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{words.amount}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field
          label={words.count}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={amount.count === 0 ? '' : amount.count}
          onChange={({ currentTarget }) =>
            change({ amount: { ...amount, count: Math.min(max, Math.trunc(Number(currentTarget.value))) } })
          }
        />
        <label className="grid">
          <span className="mb-1 font-bold">{words.unit}</span>
          <select
            className="min-h-target rounded-key border-2 border-edge bg-sheet px-4 text-lg"
            value={amount.kind}
            onChange={({ currentTarget }) => {
              const kind = currentTarget.value === 'minutes' ? 'minutes' : 'problems'
              change({ amount: { kind, count: kind === 'minutes' ? 5 : 20 } })
            }}
          >
            {(['problems', 'minutes'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {words.units[kind]}
              </option>
            ))}
          </select>
        </label>
        <Field
          label={words.due}
          type="date"
          {...days.due}
          value={dueDay}
          onChange={({ currentTarget: { value } }) => value !== '' && change({ dueDay: value })}
        />
      </div>
      <Toggle
        label={words.repeats}
        hint={words.repeatsHint}
        checked={lastDay !== null}
        onChange={(repeats) =>
          change({ lastDay: repeats ? withTemplate(draft, 'homework', known).lastDay : null })
        }
      />
      {lastDay !== null && <LastDayField draft={draft} days={days.last} change={change} />}
    </fieldset>
  )
}
