import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ChildWithPin } from '../../../contract/classes.ts'
import { nameKey } from '../../../domain/child-name.ts'
import { MAX_CHILDREN } from '../../generated/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { classMessages } from './messages.en.ts'
import { readNameList, type ColumnMeaning, type NameList } from './name-list.ts'
import { NamePreview } from './name-preview.tsx'
import { deleteUnaddedNames, unaddedNames } from './unadded-names.ts'
import { useAddChildren, type AddingProgress } from './use-add-children.ts'

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
  if (problem === 'class_full') return words.classFull(MAX_CHILDREN)
  return names.some((each) => each.problem !== null) ? words.mend : null
}

/** Adds children by name: one, or a pasted list, which is shown as it will be added. */
export function AddChildren({ classId, taken: takenNow, onAdded, onCancel }: Props) {
  const id = useId()
  // What this form adds itself is not taken by somebody else.
  const [taken] = useState(takenNow)
  const [kept] = useState(() => unaddedNames(classId))
  const [text, setText] = useState(() => leftOf(kept ?? [], taken))
  const [wasSubmitted, setSubmitted] = useState(false)
  const [meaning, setMeaning] = useState<ColumnMeaning | null>(null)
  const list = readNameList(text, taken, meaning)
  const obstacle = obstacleOf(list)
  const { run, progress, failure, forget } = useAddChildren(classId)
  const needsConsent = failure?.code === 'consent_needed'
  const isAdding = progress !== null

  function submit(event: FormEvent): void {
    event.preventDefault()
    setSubmitted(true)
    void add()
  }

  async function add(): Promise<void> {
    if (obstacle !== null || isAdding) return
    const { added, left } = await run(list.names.map(({ name }) => name))
    if (left.length === 0) onAdded(added)
    else type(left.join('\n'))
  }

  function type(next: string): void {
    // How commas or columns were meant holds for one list.
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
          <NamesBox id={id} text={text} readOnly={isAdding} onType={type} />
          <NamePreview list={list} onEdit={(names) => type(names.join('\n'))} onMeaning={setMeaning} />
        </div>
        <div role="alert">
          {obstacle !== null && (wasSubmitted || list.problem !== null) && (
            <p className="font-bold text-thinking">{obstacle}</p>
          )}
        </div>
        <FailureNote failure={needsConsent ? null : failure} own={words.failures} />
        <ProgressBar progress={progress} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" aria-disabled={isAdding}>
            {words.submit(list.names.length)}
          </Button>
          <Button kind="secondary" aria-disabled={isAdding} onClick={isAdding ? undefined : cancel}>
            {words.cancel}
          </Button>
        </div>
      </form>
      <ConsentDialog of="teacher" open={needsConsent} onAgreed={() => void add()} onClose={forget} />
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

/** Those of the kept names, one a line, that are not in the class yet. */
function leftOf(names: readonly string[], taken: readonly string[]): string {
  const inClass = new Set(taken.map(nameKey))
  return names.filter((name) => !inClass.has(nameKey(name))).join('\n')
}

/** How far adding has come; the place stays, so that a screen reader hears what comes into it. */
function ProgressBar({ progress }: { progress: AddingProgress | null }) {
  return (
    <output className="grid gap-2 empty:hidden">
      {progress && (
        <>
          <span className="font-bold">{words.progress(progress.done, progress.all)}</span>
          <progress value={progress.done} max={progress.all} className="h-4 w-full accent-on-accent" />
        </>
      )}
    </output>
  )
}
