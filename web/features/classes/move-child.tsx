import { useCallback, useId, useState, type FormEvent } from 'react'
import type { Child } from '../../../contract/classes.ts'
import * as childCalls from '../../generated/child-calls.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { badgeName } from '../../ui/badge.messages.en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { classMessages } from './messages.en.ts'

const { child: words } = classMessages

const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })

type Moved = { readonly child: Child; readonly to: string }

/** Moves a child into another class of its teacher, where there is one. */
export function MoveChild({ child, onMoved }: { child: Child; onMoved: () => void }) {
  const id = useId()
  const [classId, setClassId] = useState('')
  const [moved, setMoved] = useState<Moved | null>(null)
  const { answer } = useAnswer(readClasses)
  const move = useAction(
    useCallback(
      (target: string) =>
        sessionCall(childCalls.move, { params: { studentId: child.id }, body: { classId: target } }),
      [child.id],
    ),
  )
  const others =
    answer.state === 'value' ? answer.value.filter((each) => each.id !== child.classId && !each.archived) : []
  const target = others.find((each) => each.id === classId) ?? others[0]

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const after = target && (await move.run(target.id))
    if (after) setMoved({ child: after, to: target.name })
  }

  if (moved) return <MovedDialog before={child} moved={moved} onDone={onMoved} />
  if (target === undefined) return null
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <label htmlFor={id} className="font-bold">
        {words.move}
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          value={target.id}
          onChange={({ currentTarget }) => setClassId(currentTarget.value)}
          className="min-h-target min-w-0 flex-1 rounded-key border-2 border-edge bg-sheet px-4 text-lg sm:max-w-80"
        >
          {others.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        <Button kind="secondary" type="submit" aria-disabled={move.isPending}>
          {words.moveDo}
        </Button>
      </div>
      <FailureNote failure={move.failure} waitSeconds={move.waitSeconds} own={words.failures} />
    </form>
  )
}

type MovedProps = { before: Child; moved: Moved; onDone: () => void }

/** Tells that the old card is of no use any more, and what of the new one looks different. */
function MovedDialog({ before, moved: { child, to }, onDone }: MovedProps) {
  const [badge, old] = [badgeName(child), badgeName(before)]
  return (
    <Dialog
      open
      title={withNames(words.movedTitle, child.name, to)}
      onClose={onDone}
      actions={
        <>
          <Button kind="secondary" onClick={onDone}>
            {words.movedDone}
          </Button>
          <LinkButton kind="primary" href={`/classes/${child.classId}?child=${child.id}`}>
            {words.movedOpen}
          </LinkButton>
        </>
      }
    >
      <p>{words.movedCard(to)}</p>
      {badge !== old && <p>{words.movedBadge(badge, old)}</p>}
    </Dialog>
  )
}
