import { useCallback, useId, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ListedClass } from '../../../contract/classes.ts'
import type { RowChoice } from '../../../domain/roster/plan.ts'
import { MAX_NAME_LENGTH } from '../../generated/constants.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { CardsView, type CardSet } from './cards-view.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { ImportClassCard, needsDecision } from './import-class.tsx'
import { ImportColumns } from './import-columns.tsx'
import {
  classesOfList,
  planClass,
  readFile,
  readList,
  type Corrections,
  type ImportClass,
  type ListProblem,
  type PlannedClass,
  type ReadList,
  type ImportTarget,
} from './import-list.ts'
import { importMessages as words } from './import.messages.en.ts'
import { useImport } from './use-import.ts'

const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })
const AS_GUESSED: Corrections = { hasHeader: null, kinds: null }

/** Adds the children of a list to one or several classes. @param classId where they go if the list names no class */
export function ImportRoom({ classId }: { classId: string | null }) {
  const { answer, refetch } = useAnswer(readClasses)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  return <Importer classes={answer.value.filter(({ archived }) => !archived)} classId={classId} />
}

function Importer({ classes, classId }: { classes: readonly ListedClass[]; classId: string | null }) {
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<ListProblem | null>(null)
  const [corrections, setCorrections] = useState(AS_GUESSED)
  const [target, setTarget] = useState<ImportTarget>({ classId, newName: '' })
  const [sets, setSets] = useState<readonly CardSet[]>([])
  const [, navigate] = useLocation()
  const read = useMemo(() => readList(text, corrections), [text, corrections])
  const problem = fileProblem ?? (typeof read === 'string' ? read : null)
  const list = typeof read === 'string' || fileProblem !== null ? null : read

  function startWith(next: string, fault: ListProblem | null = null): void {
    setText(next)
    setFileProblem(fault)
    setCorrections(AS_GUESSED)
  }

  if (sets.length > 0) {
    return <CardsView sets={sets} areAdded onDone={() => navigate('/classes')} />
  }
  const hasNames = list?.kinds.some((kind) => kind === 'first' || kind === 'name') === true
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3">
        <Link
          href="/classes"
          className="text-link inline-flex min-h-target items-center justify-self-start font-bold"
        >
          {words.back}
        </Link>
        <StageHeading className="text-4xl!">{words.title}</StageHeading>
        <p className="max-w-160 text-lg text-ink-soft">{words.lead}</p>
      </header>
      <Source text={text} problem={problem} onText={startWith} />
      {list && (
        <ImportColumns
          list={list}
          onHeader={(hasHeader) => setCorrections({ hasHeader, kinds: null })}
          onKinds={(kinds) => setCorrections({ hasHeader: list.hasHeader, kinds })}
        />
      )}
      {list && !list.kinds.includes('class') && (
        <TargetChoice classes={classes} target={target} onChange={setTarget} />
      )}
      {list && !hasNames && <p className="font-bold text-thinking">{words.noNames}</p>}
      {list && hasNames && (
        <Preview
          key={JSON.stringify([text, list.kinds, list.hasHeader])}
          list={list}
          classes={classesOfList(list, classes, target)}
          onAdded={setSets}
        />
      )}
    </div>
  )
}

type SourceProps = {
  text: string
  problem: ListProblem | null
  onText: (text: string, problem?: ListProblem | null) => void
}

/** The source of the list: a file, or pasted rows. It is read in this browser. */
function Source({ text, problem, onText }: SourceProps) {
  const id = useId()

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const read = await readFile(file)
    if ('text' in read) onText(read.text)
    else onText('', read.problem)
  }

  return (
    // A file dropped beside the field would otherwise open instead of this page.
    <Card
      className="grid gap-5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        void choose(file)
      }}
    >
      <div>
        <label htmlFor={`${id}file`} className="mb-1 block font-bold">
          {words.file}
        </label>
        <input
          id={`${id}file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0])
            // So that the same file can be chosen again after it was changed.
            currentTarget.value = ''
          }}
          className="min-h-target w-full max-w-120 rounded-key border-2 border-edge bg-paper px-4 py-3"
        />
      </div>
      <div>
        <label htmlFor={id} className="mb-1 block font-bold">
          {words.text}
        </label>
        <textarea
          id={id}
          rows={6}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}hint`}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          className="w-full rounded-key border-2 border-edge bg-paper px-4 py-3"
        />
        <p id={`${id}hint`} className="mt-1 text-sm text-ink-soft">
          {words.textHint}
        </p>
      </div>
      <div role="alert">
        {problem !== null && <p className="font-bold text-thinking">{words.problems[problem]}</p>}
      </div>
    </Card>
  )
}

type TargetProps = {
  classes: readonly ListedClass[]
  target: ImportTarget
  onChange: (target: ImportTarget) => void
}

/** The class of a list that names none. */
function TargetChoice({ classes, target, onChange }: TargetProps) {
  const id = useId()
  const isKnown = classes.some((each) => each.id === target.classId)
  return (
    <Card className="grid max-w-160 gap-4">
      {classes.length > 0 && (
        <div>
          <label htmlFor={id} className="mb-1 block font-bold">
            {words.targetTitle}
          </label>
          <select
            id={id}
            value={isKnown ? (target.classId ?? '') : ''}
            onChange={({ currentTarget }) =>
              onChange({ ...target, classId: currentTarget.value === '' ? null : currentTarget.value })
            }
            className="min-h-target w-full rounded-key border-2 border-edge bg-sheet px-4 text-lg"
          >
            <option value="">{words.newClass}</option>
            {classes.map((each) => (
              <option key={each.id} value={each.id} translate="no">
                {each.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {!isKnown && (
        <Field
          label={words.newName}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={target.newName}
          onChange={({ currentTarget }) => onChange({ ...target, newName: currentTarget.value })}
        />
      )}
    </Card>
  )
}

/** The children of these classes, by class. */
function useKnownChildren(classes: readonly ImportClass[]) {
  const ids = classes.flatMap(({ classId }) => classId ?? []).join(' ')
  const read = useCallback(
    async (signal: AbortSignal) => {
      const found = new Map<string, readonly string[]>()
      for (const classId of ids.split(' ').filter(Boolean)) {
        const result = await sessionCall(classCalls.read, { params: { classId } }, { signal })
        if (!result.ok) return result
        found.set(
          classId,
          result.value.children.map(({ name }) => name),
        )
      }
      return { ok: true, value: { entries: [...found] } } as const
    },
    [ids],
  )
  return useAnswer(read)
}

type PreviewProps = {
  list: ReadList
  classes: readonly ImportClass[]
  onAdded: (sets: readonly CardSet[]) => void
}

/** A summary of the import, and the button that starts it. */
function Preview({ list, classes, onAdded }: PreviewProps) {
  const [choices, setChoices] = useState<ReadonlyMap<number, RowChoice>>(new Map())
  const { answer, refetch } = useKnownChildren(classes)
  const { run, isPending, failure, waitSeconds, clearFailure } = useImport()
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  const isByColumn = list.kinds.includes('class')
  const inClass = new Map(answer.value.entries)
  const planned = classes.map((each) => planClass(each, { inClass, choices, isByColumn }))
  const count = planned.reduce((sum, { names }) => sum + names.length, 0)
  const needsConsent = failure?.code === 'consent_needed'

  function choose(line: number, choice: RowChoice | null): void {
    const next = new Map(choices)
    if (choice) next.set(line, choice)
    else next.delete(line)
    setChoices(next)
  }

  async function add(): Promise<void> {
    const sets = await run(planned.filter(({ names }) => names.length > 0))
    if (sets) onAdded(sets)
  }

  return (
    <section aria-labelledby="import-preview" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="import-preview" className="text-2xl">
        {words.previewTitle}
      </h2>
      {planned.map((each) => (
        <ImportClassCard key={each.key} planned={each} onChoice={choose} />
      ))}
      {failure && !needsConsent && <p className="font-bold">{words.failed}</p>}
      <FailureNote failure={needsConsent ? null : failure} waitSeconds={waitSeconds} own={words.failures} />
      <Submit planned={planned} count={count} isPending={isPending} onAdd={() => void add()} />
      <ConsentDialog of="teacher" open={needsConsent} onAgreed={() => void add()} onClose={clearFailure} />
    </section>
  )
}

type SubmitProps = {
  planned: readonly PlannedClass[]
  count: number
  isPending: boolean
  onAdd: () => void
}

function Submit({ planned, count, isPending, onAdd }: SubmitProps) {
  const [isRefused, setRefused] = useState(false)
  const isOpen = planned.some((each) => each.problem !== null || each.planned.some(needsDecision))
  if (count === 0 && !isOpen) return <p className="text-lg font-bold">{words.nothing}</p>
  return (
    <>
      <div role="alert">{isRefused && isOpen && <p className="font-bold text-thinking">{words.mend}</p>}</div>
      <Button
        kind="primary"
        aria-disabled={isPending || count === 0}
        onClick={() => {
          setRefused(isOpen)
          if (!isOpen && !isPending && count > 0) onAdd()
        }}
        className="justify-self-start"
      >
        {words.submit(count)}
      </Button>
    </>
  )
}
