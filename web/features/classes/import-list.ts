import { CLASS_NAME_PATTERN, plainName } from '../../../domain/child-name.ts'
import { guessColumns, hasHeader, type ColumnKind } from '../../../domain/roster/columns.ts'
import { guessSeparator, readDelimited } from '../../../domain/roster/delimited.ts'
import { gradeOfAll } from '../../../domain/roster/grades.ts'
import {
  MAX_ROWS,
  planRows,
  rosterRows,
  type PlannedRow,
  type RosterRow,
  type RowChoice,
} from '../../../domain/roster/plan.ts'
import type { Grade } from '../../../domain/student-settings.ts'
import type { ListedClass } from '../../../contract/classes.ts'
import { MAX_CHILDREN, MAX_NAME_LENGTH } from '../../generated/constants.ts'

const MAX_BYTES = 2_000_000

/** Why a file or text cannot be read as a list. */
export type ListProblem = 'not_a_list' | 'empty' | 'too_big' | 'too_many_rows' | 'open_quote'

/** The text of a file: UTF-8 or UTF-16, else Windows-1252, which older spreadsheets write. Null for another kind of file. */
function textOfFile(bytes: Uint8Array): string | null {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  // Spreadsheets, pictures and the like.
  if (!isWide && bytes.includes(0)) return null
  const encodings = isWide ? [bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'windows-1252']
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return /^(%PDF|\{\\rtf|\s*<)/.test(text) ? null : text
    } catch {
      // The next encoding may fit.
    }
  }
  return null
}

/** The text of a chosen file, or why it is none. */
export async function readFile(file: File): Promise<{ text: string } | { problem: ListProblem }> {
  if (file.size > MAX_BYTES) return { problem: 'too_big' }
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()))
  if (text === null) return { problem: 'not_a_list' }
  return text.trim() === '' ? { problem: 'empty' } : { text }
}

/** The adult's corrections; null for what was guessed. */
export type Corrections = {
  readonly hasHeader: boolean | null
  readonly kinds: readonly ColumnKind[] | null
}

export type ReadList = {
  readonly hasHeader: boolean
  readonly headers: readonly string[]
  readonly kinds: readonly ColumnKind[]
  /** Without the header. */
  readonly records: readonly (readonly string[])[]
}

/** Reads a pasted or chosen list; null for an empty one. */
export function readList(whole: string, corrections: Corrections): ReadList | ListProblem | null {
  // A byte order mark, and the line with which Excel names the separator.
  const text = whole.replace(/^\ufeff/, '').replace(/^sep=.\r?\n/i, '')
  if (text.trim() === '') return null
  const separator = guessSeparator(text)
  const all = readDelimited(text, separator)
  if (all === null) return 'open_quote'
  const withHeader = corrections.hasHeader ?? hasHeader(all)
  const records = withHeader ? all.slice(1) : all
  if (records.length > MAX_ROWS) return 'too_many_rows'
  const width = Math.max(...all.map(({ length }) => length))
  const guessed = guessColumns(all, withHeader, separator)
  const headers = Array.from({ length: width }, (_, at) => (withHeader ? plainName(all[0]?.[at] ?? '') : ''))
  const kinds = headers.map((_, at) => (corrections.kinds ?? guessed)[at] ?? 'skip')
  return { hasHeader: withHeader, headers, kinds, records }
}

/** The class for children whose row names none. */
export type ImportTarget = { readonly classId: string | null; readonly newName: string }

type ClassProblem = 'class_full' | 'class_name' | 'new_name'

/** The rows of one class. */
export type ImportClass = {
  readonly key: string
  readonly name: string
  /** Null for a class to make. */
  readonly classId: string | null
  /** Of a class to make: that of all its rows. */
  readonly grade: Grade
  readonly rows: readonly RosterRow[]
}

const keyOf = (name: string): string => plainName(name).toLowerCase()

const gradeOfRows = (rows: readonly RosterRow[]): Grade => gradeOfAll(rows.map(({ grade }) => grade))

/** The classes of a list: by its column, or all rows in the target. A class of the same name is that class. */
export function classesOfList(
  { kinds, records }: ReadList,
  classes: readonly ListedClass[],
  target: ImportTarget,
): ImportClass[] {
  const rows = rosterRows(records, kinds)
  if (!kinds.includes('class')) {
    const known = classes.find(({ id }) => id === target.classId)
    const name = known?.name ?? plainName(target.newName)
    return [{ key: known?.id ?? '', name, classId: known?.id ?? null, grade: gradeOfRows(rows), rows }]
  }
  const byKey = new Map<string, RosterRow[]>()
  for (const row of rows) {
    const key = keyOf(row.className)
    byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return Array.from(byKey, ([key, inside]) => {
    const known = classes.find(({ name }) => keyOf(name) === key)
    const name = known?.name ?? inside[0]?.className ?? ''
    return { key, name, classId: known?.id ?? null, grade: gradeOfRows(inside), rows: inside }
  })
}

/** The plan for a class. */
export type PlannedClass = ImportClass & {
  readonly planned: readonly PlannedRow[]
  /** The names to add. */
  readonly names: readonly string[]
  readonly problem: ClassProblem | null
}

type Known = {
  /** Names of the children of existing classes, by id. */
  readonly inClass: ReadonlyMap<string, readonly string[]>
  readonly choices: ReadonlyMap<number, RowChoice>
  /** Whether the list has a column of classes. */
  readonly isByColumn: boolean
}

const withoutClass = ({ row, plan }: PlannedRow): PlannedRow => ({
  row,
  plan: plan.kind === 'left_out' ? plan : { kind: 'invalid', problem: 'no_class' },
})

export function planClass(each: ImportClass, { inClass, choices, isByColumn }: Known): PlannedClass {
  const taken = (each.classId !== null && inClass.get(each.classId)) || []
  const rows = planRows(each.rows, { inClass: taken, choices, longest: MAX_NAME_LENGTH })
  const planned = isByColumn && each.name === '' ? rows.map(withoutClass) : rows
  const names = planned.flatMap(({ plan }) => (plan.kind === 'add' ? [plan.name] : []))
  const problem = ((): ClassProblem | null => {
    if (names.length === 0) return null
    if (taken.length + names.length > MAX_CHILDREN) return 'class_full'
    if (each.name === '') return 'new_name'
    return CLASS_NAME_PATTERN.test(each.name) && each.name.length <= MAX_NAME_LENGTH ? null : 'class_name'
  })()
  return { ...each, planned, names, problem }
}
