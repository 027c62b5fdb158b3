import { useState } from 'react'
import { plainName } from '../../../domain/child-name.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { classMessages } from './messages.en.ts'
import type { ColumnMeaning, ListedName, NameList } from './name-list.ts'

const { add: words } = classMessages

const COMMAS = [
  { value: 'last_first', label: words.commas.lastFirst, hint: words.commas.lastFirstHint },
  { value: 'between_children', label: words.commas.between, hint: words.commas.betweenHint },
] as const

const COLUMNS = [
  { value: 'first_last', label: words.commas.firstLast, hint: words.commas.firstLastHint },
  ...COMMAS,
] as const

type Props = {
  list: NameList
  /** The names after one was changed or taken out. */
  onEdit: (names: readonly string[]) => void
  onMeaning: (meaning: ColumnMeaning) => void
}

/** The names as they were understood, to check and to correct; those that cannot be added come first, where they are seen. */
export function NamePreview({ list: { names, commas, columns }, onEdit, onMeaning }: Props) {
  const lines = names.map((each, at) => ({ ...each, at }))
  const shown = lines.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))

  function replace(at: number, next: string): void {
    const changed = names.map(({ name }, place) => (place === at ? next : name))
    onEdit(changed.filter((name) => name.trim() !== ''))
  }

  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">{words.preview(names.length)}</h3>
      {commas !== null && (
        <ChoiceGroup legend={words.commas.legend} choices={COMMAS} value={commas} onChange={onMeaning} />
      )}
      {commas === null && columns !== null && (
        <ChoiceGroup
          legend={words.commas.columnsLegend}
          choices={COLUMNS}
          value={columns}
          onChange={onMeaning}
        />
      )}
      <ol className="grid max-h-96 gap-2 overflow-y-auto rounded-key bg-sunk p-3 empty:hidden">
        {shown.map((each) => (
          <NameRow key={each.at} {...each} onReplace={replace} />
        ))}
      </ol>
    </section>
  )
}

type RowProps = ListedName & { at: number; onReplace: (at: number, next: string) => void }

/** A name box. Typing takes effect at once, but an empty box removes the name only when it loses the focus. */
function NameRow({ name, problem, at, onReplace }: RowProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // A trailing space does not belong to the name yet. A change made elsewhere in the list is shown.
  const value = typed === '' || (typed !== null && plainName(typed) === name) ? typed : name
  function type(next: string): void {
    setTyped(next)
    if (next.trim() !== '') onReplace(at, next)
  }
  function leave(): void {
    if (typed === '') onReplace(at, '')
    setTyped(null)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="w-7 text-end text-ink-soft tabular-nums">
        {at + 1}
      </span>
      <input
        aria-label={words.nameAt(at + 1)}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          leave()
        }}
        className="min-h-target min-w-32 flex-1 rounded-key border-2 border-edge bg-paper px-3"
      />
      <button
        type="button"
        aria-label={words.leaveOut(name)}
        data-tooltip={words.leaveOut(name)}
        onClick={() => onReplace(at, '')}
        className="min-h-target min-w-target rounded-key text-xl font-bold hover:bg-sheet"
      >
        <span aria-hidden="true">×</span>
      </button>
      {problem !== null && (
        <span className="rounded-full bg-thinking-wash px-2 text-sm font-bold text-thinking">
          {withNames((shown) => words.problem(problem, shown), name)}
        </span>
      )}
    </li>
  )
}
