import { useId, useState, type FormEvent } from 'react'
import type { Child, ListedClass } from '../../../contract/classes.ts'
import { nameKey } from '../../../domain/child-name.ts'
import { enumerated } from '../../../domain/words.en.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { badgeName } from '../../ui/badge.messages.en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NameChecks } from '../../ui/name-checks.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { childrenHref } from './class-actions.tsx'
import { classMessages } from './messages.en.ts'

const { child: words } = classMessages

const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })

type Moved = { readonly children: readonly Child[]; readonly to: ListedClass }

type Props = {
  classId: string
  /** One child, or some to choose from. */
  list: readonly Child[]
  onMoved: () => void
}

/** Moves children of a class into another class of their teacher, where there is one. */
export function MoveChildren({ classId, list, onMoved }: Props) {
  const id = useId()
  const isOne = list.length === 1
  const [chosen, setChosen] = useState<readonly string[]>(isOne ? list.map((each) => each.id) : [])
  const [toId, setToId] = useState('')
  const [taken, setTaken] = useState<readonly string[]>([])
  const [moved, setMoved] = useState<Moved | null>(null)
  const { answer } = useAnswer(readClasses)

  /** The names of the chosen children that the other class has, too. */
  async function takenNames(otherId: string): Promise<readonly string[]> {
    const there = await sessionCall(classCalls.read, { params: { classId: otherId } })
    const keys = new Set(there.ok ? there.value.children.map(({ name }) => nameKey(name)) : [])
    return list.flatMap((each) =>
      chosen.includes(each.id) && keys.has(nameKey(each.name)) ? [each.name] : [],
    )
  }

  const move = useAction(async (toClassId: string) => {
    const body = { studentIds: [...chosen], toClassId }
    const result = await sessionCall(classCalls.moveChildren, { params: { classId }, body })
    const isTaken = !isOne && !result.ok && result.code === 'name_taken'
    setTaken(isTaken ? await takenNames(toClassId) : [])
    return result
  })
  const others =
    answer.state === 'value' ? answer.value.filter((each) => each.id !== classId && !each.archived) : []
  const to = others.find((each) => each.id === toId) ?? others[0]

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const children = to && chosen.length > 0 && (await move.run(to.id))
    if (children) setMoved({ children, to })
  }

  function done(): void {
    setMoved(null)
    onMoved()
  }

  if (moved) return <MovedDialog before={list} moved={moved} onDone={done} />
  if (to === undefined) return isOne || answer.state !== 'value' ? null : <p>{words.moveNowhere}</p>
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      {!isOne && (
        <fieldset className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          <legend className="mb-1 font-bold">{words.moveWhom}</legend>
          <NameChecks names={list} chosen={chosen} onChange={setChosen} all={words.moveAll} />
        </fieldset>
      )}
      <label htmlFor={id} className="font-bold">
        {words.move}
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          value={to.id}
          onChange={({ currentTarget }) => setToId(currentTarget.value)}
          className="min-h-target min-w-0 flex-1 rounded-key border-2 border-edge bg-sheet px-4 text-lg sm:max-w-80"
        >
          {others.map(({ id: each, name }) => (
            <option key={each} value={each} translate="no">
              {name}
            </option>
          ))}
        </select>
        <Button kind="secondary" type="submit" aria-disabled={move.isPending || chosen.length === 0}>
          {words.moveDo}
        </Button>
      </div>
      <FailureNote
        failure={move.failure}
        waitSeconds={move.waitSeconds}
        own={{ ...words.failures, ...(!isOne && words.severalFailures) }}
      />
      {taken.length > 0 && <p translate="no">{enumerated(taken)}</p>}
    </form>
  )
}

type MovedProps = { before: readonly Child[]; moved: Moved; onDone: () => void }

/** Tells that the old cards are of no use any more, and what of the new ones looks different. */
function MovedDialog({ before, moved: { children, to }, onDone }: MovedProps) {
  const count = children.length
  const [first] = children
  const changed = children.flatMap((child) => {
    const old = before.find(({ id }) => id === child.id)
    const [badge, oldBadge] = [badgeName(child), badgeName(old ?? child)]
    return badge === oldBadge ? [] : [{ child, badge, oldBadge }]
  })
  return (
    <Dialog
      open
      title={
        first && count === 1
          ? withNames(words.movedTitle, first.name, to.name)
          : withNames((name) => words.movedSeveral(count, name), to.name)
      }
      onClose={onDone}
      actions={
        <>
          <Button kind="secondary" onClick={onDone}>
            {words.movedDone}
          </Button>
          <LinkButton
            kind="primary"
            href={first && count === 1 ? `/classes/${to.id}?child=${first.id}` : childrenHref(to.id)}
          >
            {words.movedOpen(count)}
          </LinkButton>
        </>
      }
    >
      <p>{withNames((name) => words.movedCard(count, name), to.name)}</p>
      {changed.map(({ child, badge, oldBadge }) => (
        <p key={child.id}>{withNames((name) => words.movedBadge(name, badge, oldBadge), child.name)}</p>
      ))}
    </Dialog>
  )
}
