import { useId, useState, type FormEvent } from 'react'
import type { ClassGoal } from '../../../contract/class-goals.ts'
import * as goalCalls from '../../generated/class-goal-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { goalMessages as words } from './messages.en.ts'

type Props = {
  open: boolean
  classId: string
  week: NonNullable<ClassGoal['week']>
  onSet: (goal: ClassGoal) => void
  onClose: () => void
}

/** Sets the goal of this week, once. */
export function SetGoal({ open, ...rest }: Props) {
  const form = useId()
  return (
    <Dialog
      open={open}
      title={words.setTitle}
      describedByContent={false}
      onClose={rest.onClose}
      actions={
        <>
          <Button kind="secondary" onClick={rest.onClose}>
            {words.cancel}
          </Button>
          <Button kind="primary" type="submit" form={form}>
            {words.save}
          </Button>
        </>
      }
    >
      {open && <SetGoalForm id={form} {...rest} />}
    </Dialog>
  )
}

function SetGoalForm({ id, classId, week, onSet, onClose }: Omit<Props, 'open'> & { id: string }) {
  const { least, most } = week
  const [typed, setTyped] = useState(String(week.goal))
  const [problem, setProblem] = useState<string>()
  const action = useAction((goal: number) =>
    sessionCall(goalCalls.set, { params: { classId }, body: { goal } }),
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const goal = Number(typed)
    const isInRange = /^\d+$/.test(typed.trim()) && goal >= least && goal <= most
    setProblem(isInRange ? undefined : words.notInRange(least, most))
    const changed = isInRange ? await action.run(goal) : null
    if (changed === null) return
    onSet(changed)
    onClose()
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={words.setLabel}
        hint={words.setHint(least, most)}
        problem={problem}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} />
    </form>
  )
}
