import { NAME_PATTERN, nameKey, plainName } from '../child-name.ts'
import type { ColumnKind } from './columns.ts'

/** Most rows of a list. */
export const MAX_ROWS = 300

/** A child of a list. `line` counts the records without the header, from 1. */
export type RosterRow = {
  readonly line: number
  readonly first: string
  readonly last: string
  /** Tells children with the same name apart; empty if the list has none. It is not sent anywhere. */
  readonly id: string
  readonly className: string
  /** As it is written; empty if the list has none. */
  readonly grade: string
}

export type RowProblem = 'no_name' | 'formula' | 'signs' | 'too_long' | 'no_class' | 'same_name'

/** What an adult decided about a row. */
export type RowChoice =
  | { readonly kind: 'add' }
  | { readonly kind: 'same' }
  | { readonly kind: 'leave_out' }
  | { readonly kind: 'rename'; readonly name: string }

/** What happens to a row. */
export type RowPlan =
  | { readonly kind: 'add'; readonly name: string }
  /** The child is in the class already, as `name`. `different` is its name if it is somebody else. */
  | { readonly kind: 'same'; readonly name: string; readonly different: string | null }
  /** Several rows may be the child `name` of the class. */
  | { readonly kind: 'unclear'; readonly name: string; readonly different: string }
  | { readonly kind: 'duplicate'; readonly line: number }
  | { readonly kind: 'left_out' }
  | { readonly kind: 'invalid'; readonly problem: RowProblem }

export type PlannedRow = { readonly row: RosterRow; readonly plan: RowPlan }

type PlanContext = {
  /** Names of the children the class has. */
  readonly inClass: readonly string[]
  readonly choices: ReadonlyMap<number, RowChoice>
  /** Most characters of a name. */
  readonly longest: number
}

/** Such a cell is a formula for spreadsheets, into which a list may be exported again. */
const FORMULA = /^\s*[=+\-@]/

/** `Smith, Ava` and `Ava Smith` are the same two names. */
function namesOf(whole: string): { readonly first: string; readonly last: string } {
  const [before = '', after] = whole.split(',').map(plainName)
  if (after !== undefined && after !== '') return { first: after, last: before }
  const words = before.split(' ')
  return words.length < 2
    ? { first: before, last: '' }
    : { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
}

/** The children of records with these columns. Other columns are not read. */
export function rosterRows(
  records: readonly (readonly string[])[],
  kinds: readonly ColumnKind[],
): RosterRow[] {
  return records.map((record, at) => {
    const cell = (kind: ColumnKind): string => plainName(record[kinds.indexOf(kind)] ?? '')
    const names = kinds.includes('name')
      ? namesOf(cell('name'))
      : { first: cell('first'), last: cell('last') }
    return { line: at + 1, ...names, id: cell('id'), className: cell('class'), grade: cell('grade') }
  })
}

const wholeName = ({ first, last }: RosterRow): string => plainName(`${first} ${last}`)

function withInitial({ first, last }: RosterRow): string {
  const initial = /\p{L}/u.exec(last)?.[0]?.toLocaleUpperCase()
  return initial === undefined ? first : `${first} ${initial}.`
}

/** The first name, with a last initial if others have it too, or the last name if that is not enough. */
function shortNames(rows: readonly RosterRow[]): Map<RosterRow, string> {
  const count = (nameOf: (row: RosterRow) => string): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const key = nameKey(nameOf(row))
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }
  const firsts = count(({ first }) => first)
  const initials = count(withInitial)
  return new Map(
    rows.map((row) => {
      if (firsts.get(nameKey(row.first)) === 1) return [row, row.first]
      return [row, initials.get(nameKey(withInitial(row))) === 1 ? withInitial(row) : wholeName(row)]
    }),
  )
}

function problemOf({ first, last }: RosterRow, longest: number): RowProblem | null {
  if (first === '') return 'no_name'
  if (FORMULA.test(first) || FORMULA.test(last)) return 'formula'
  if (!NAME_PATTERN.test(first)) return 'signs'
  return first.length > longest ? 'too_long' : null
}

function renamed(row: RosterRow, choice: RowChoice | undefined): RosterRow {
  return choice?.kind === 'rename' ? { ...row, first: plainName(choice.name), last: '' } : row
}

/** Rows that name the same child as an earlier one: the same name, and no ids that differ. */
function duplicatesOf(rows: readonly RosterRow[]): Map<RosterRow, RosterRow> {
  const found = new Map<RosterRow, RosterRow>()
  const seen = new Map<string, RosterRow[]>()
  for (const row of rows) {
    const key = nameKey(wholeName(row))
    const before = seen.get(key) ?? []
    const same = before.find(({ id }) => id === '' || row.id === '' || id === row.id)
    if (same) found.set(row, same)
    seen.set(key, [...before, row])
  }
  return found
}

type Named = {
  /** The name under which the child would be added. */
  readonly name: string
  /** Whether the name holds more than the first name because of other rows. */
  readonly isShared: boolean
}

/** How a row relates to the children of the class. */
function placed(row: RosterRow, { name, isShared }: Named, known: ReadonlyMap<string, string>): RowPlan {
  const find = (text: string): string | undefined =>
    known.get(nameKey(text)) ?? known.get(nameKey(text).replace(/\.$/, ''))
  const exact = find(name)
  if (exact !== undefined && isShared) return { kind: 'same', name: exact, different: null }
  // With more of the name, it can only be this child.
  const longer = find(wholeName(row)) ?? (isShared ? undefined : find(withInitial(row)))
  if (longer !== undefined) return { kind: 'same', name: longer, different: null }
  const plain = find(row.first) ?? (isShared ? find(withInitial(row)) : undefined)
  if (plain === undefined) return { kind: 'add', name }
  if (isShared) return { kind: 'unclear', name: plain, different: name }
  const different = withInitial(row)
  return { kind: 'same', name: plain, different: different === row.first ? null : different }
}

function chosen(plan: RowPlan, choice: RowChoice | undefined): RowPlan {
  if (plan.kind !== 'same' && plan.kind !== 'unclear') return plan
  if (choice?.kind === 'add' && plan.different !== null) return { kind: 'add', name: plan.different }
  return choice?.kind === 'same' ? { kind: 'same', name: plan.name, different: plan.different } : plan
}

/** A name that cannot be stored, or that another row or a child of the class has. */
function checked(plan: RowPlan, names: Set<string>, longest: number): RowPlan {
  if (plan.kind !== 'add') return plan
  const key = nameKey(plan.name)
  if (names.has(key)) return { kind: 'invalid', problem: 'same_name' }
  names.add(key)
  if (!NAME_PATTERN.test(plan.name)) return { kind: 'invalid', problem: 'signs' }
  return plan.name.length > longest ? { kind: 'invalid', problem: 'too_long' } : plan
}

/** What happens to each row of a class, in the order of the list. Adding what is there already adds nothing. */
export function planRows(
  all: readonly RosterRow[],
  { inClass, choices, longest }: PlanContext,
): PlannedRow[] {
  const rows = all.map((row) => renamed(row, choices.get(row.line)))
  const isOut = ({ line }: RosterRow): boolean => choices.get(line)?.kind === 'leave_out'
  const valid = rows.filter((row) => !isOut(row) && problemOf(row, longest) === null)
  const duplicates = duplicatesOf(valid)
  const kept = valid.filter((row) => !duplicates.has(row))
  const short = shortNames(kept)
  const known = new Map(inClass.map((name) => [nameKey(name), name]))
  const names = new Set(known.keys())
  return rows.map((row, at): PlannedRow => {
    const original = all[at] ?? row
    if (isOut(row)) return { row: original, plan: { kind: 'left_out' } }
    const problem = problemOf(row, longest)
    if (problem !== null) return { row: original, plan: { kind: 'invalid', problem } }
    const duplicate = duplicates.get(row)
    if (duplicate) return { row: original, plan: { kind: 'duplicate', line: duplicate.line } }
    const name = short.get(row) ?? row.first
    const plan = placed(row, { name, isShared: name !== row.first }, known)
    return { row: original, plan: checked(chosen(plan, choices.get(row.line)), names, longest) }
  })
}
