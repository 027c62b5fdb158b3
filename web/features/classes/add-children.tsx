import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { ChildWithPin } from '../../../contract/classes.ts'
import { MAX_CHILDREN } from '../../generated/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { classMessages } from './messages.en.ts'
import { readNameList, type ColumnMeaning, type NameList } from './name-list.ts'
import { NamePreview } from './name-preview.tsx'
import { deleteUnaddedNames, unaddedNames } from './unadded-names.ts'
import { useAddChildren } from './use-add-children.ts'

const { add: words } = classMessages

type Props = {
  classId: string
  /** Names of the children the class has. */
  taken: readonly string[]
  onAdded: (children: readonly ChildWithPin[]) => void
  onCancel: () => void
}

/** The reason why a list cannot be added; null if it can. */
function obstacleOf({ names, problem }: NameList): string | null {
  if (names.length === 0) return words.none
  if (problem === 'class_full') return words.classFull(MAX_CHILDREN)
  return names.some((each) => each.problem !== null) ? words.mend : null
}

/** Adds children by name: one, or a pasted list, which is shown as it will be added. */
export function AddChildren({ classId, taken: takenNow, onAdded, onCancel }: Props) {
  const id = useId()
  // What this form adds itself is not taken by somebody else.
  const [taken] = useState(takenNow)
  const [kept] = useState(() => unaddedNames(classId, taken))
  const [text, setText] = useState(() => (kept ?? []).join('\n'))
  const [wasSubmitted, setSubmitted] = useState(false)
  const [meaning, setMeaning] = useState<ColumnMeaning | null>(null)
  const list = readNameList(text, taken, meaning)
  const obstacle = obstacleOf(list)
  const { run, isPending, failure, waitSeconds, clearFailure } = useAddChildren(classId)
  const needsConsent = failure?.code === 'consent_needed'

  function submit(event: FormEvent): void {
    event.preventDefault()
    setSubmitted(true)
    void add()
  }

  async function add(): Promise<void> {
    if (obstacle !== null) return
    const added = await run(list.names.map(({ name }) => name))
    if (added) onAdded(added.children)
  }

  function type(next: string): void {
    // The meaning chosen for commas or columns applies to one list only.
    if (!/[,;\t]/.test(next)) setMeaning(null)
    setText(next)
  }

  function cancel(): void {
    deleteUnaddedNames()
    onCancel()
  }

  return (
    <Card aria-labelledby={`${id}title`}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <div>
          <h2 id={`${id}title`} className="text-2xl">
            {words.title}
          </h2>
          <p className="mt-2 text-ink-soft">{kept ? words.goOn : words.lead}</p>
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          <NamesBox id={id} text={text} readOnly={isPending} onType={type} />
          <NamePreview list={list} onEdit={(names) => type(names.join('\n'))} onMeaning={setMeaning} />
        </div>
        <div role="alert">
          {obstacle !== null && (wasSubmitted || list.problem !== null) && (
            <p className="font-bold text-thinking">{obstacle}</p>
          )}
        </div>
        <FailureNote failure={needsConsent ? null : failure} own={words.failures} waitSeconds={waitSeconds} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" aria-disabled={isPending}>
            {isPending ? words.adding : words.submit(list.names.length)}
          </Button>
          <Button kind="secondary" aria-disabled={isPending} onClick={isPending ? undefined : cancel}>
            {words.cancel}
          </Button>
          <Link href={`/import?class=${classId}`} className="text-link inline-flex min-h-target items-center">
            {words.import}
          </Link>
        </div>
      </form>
      <ConsentDialog of="teacher" open={needsConsent} onAgreed={() => void add()} onClose={clearFailure} />
    </Card>
  )
}

type BoxProps = {
  id: string
  text: string
  readOnly: boolean
  onType: (text: string) => void
}

function NamesBox({ id, text, readOnly, onType }: BoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {words.names}
      </label>
      <textarea
        id={id}
        ref={box}
        rows={8}
        dir="auto"
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        aria-describedby={`${id}hint`}
        value={text}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        className="w-full rounded-key border-2 border-edge bg-paper px-4 py-3 text-lg"
      />
      <p id={`${id}hint`} className="mt-1 text-sm text-ink-soft">
        {words.privacy}
      </p>
    </div>
  )
}
