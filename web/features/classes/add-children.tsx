import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { MOST_CHILDREN, MOST_CHILDREN_AT_ONCE } from '../../../contract/account-limits.ts'
import type { PinKind } from '../../../domain/pin.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { classCalls, type ChildWithPin } from './class-calls.ts'
import { classMessages } from './messages.en.ts'
import { readNameList, type NameList } from './name-list.ts'
import { PinKindChoice } from './pin-kind-choice.tsx'

const { add: words } = classMessages

type Props = {
  classId: string
  /** Names of the children the class has. */
  taken: readonly string[]
  onAdded: (children: readonly ChildWithPin[]) => void
  onCancel: () => void
}

/** What keeps a list from being added; null where nothing does. */
function obstacleOf({ names, problem }: NameList): string | null {
  if (names.length === 0) return words.none
  if (problem === 'too_many_at_once') return words.tooMany(MOST_CHILDREN_AT_ONCE)
  if (problem === 'class_full') return words.classFull(MOST_CHILDREN)
  return names.some((each) => each.problem !== null) ? words.mend : null
}

/** Adds children by name: one, or a pasted list, which is shown as it will be added. */
export function AddChildren({ classId, taken, onAdded, onCancel }: Props) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [text, setText] = useState('')
  const [pinKind, setPinKind] = useState<PinKind>('digits')
  const [isLookedAt, setLookedAt] = useState(false)
  const list = readNameList(text, taken)
  const obstacle = obstacleOf(list)
  const add = useCallback(
    (names: string[]) =>
      sessionCall(classCalls.addChildren, { params: { classId }, body: { names, pinKind } }),
    [classId, pinKind],
  )
  const action = useAction(add)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setLookedAt(true)
    if (obstacle !== null) return
    const added = await action.run(list.names.map(({ name }) => name))
    if (added) onAdded(added.children)
  }

  return (
    <Card aria-labelledby={`${id}title`}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div>
          <h2 id={`${id}title`} className="text-2xl">
            {words.title}
          </h2>
          <p className="mt-2 text-ink-soft">{words.lead}</p>
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          <div>
            <label htmlFor={id} className="mb-1 block font-bold">
              {words.names}
            </label>
            <textarea
              id={id}
              ref={box}
              rows={8}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              aria-describedby={`${id}hint`}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              className="w-full rounded-key border-2 border-edge bg-paper px-4 py-3 text-lg"
            />
            <p id={`${id}hint`} className="mt-1 text-sm text-ink-soft">
              {words.privacy}
            </p>
          </div>
          <Preview list={list} />
        </div>
        <PinKindChoice value={pinKind} onChange={setPinKind} />
        <div role="alert">
          {obstacle !== null && (isLookedAt || list.problem !== null) && (
            <p className="font-bold text-thinking">{obstacle}</p>
          )}
        </div>
        <FailureNote failure={action.failure} waitSeconds={action.waitSeconds} own={words.failures} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" aria-disabled={action.isPending}>
            {words.submit(list.names.length)}
          </Button>
          <Button kind="secondary" onClick={onCancel}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The names as they were understood; those that cannot be added are marked and come first, where they are seen. */
function Preview({ list: { names } }: { list: NameList }) {
  const lines = names.map((each, at) => ({ ...each, line: at + 1 }))
  const shown = lines.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))
  return (
    <section>
      <h3 className="mb-1 font-bold">{words.preview(names.length)}</h3>
      <ol className="grid max-h-64 list-decimal gap-1 overflow-y-auto rounded-key bg-sunk py-3 pr-4 pl-12 empty:hidden">
        {shown.map(({ name, problem, line }) => (
          <li key={`${line} ${name}`} value={line} className="wrap-anywhere">
            {name}{' '}
            {problem !== null && (
              <span className="rounded-full bg-thinking-wash px-2 text-sm font-bold text-thinking">
                {words.problems[problem]}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
