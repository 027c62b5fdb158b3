import { NAME_PATTERN } from '../child-name.ts'
import type { Separator } from './delimited.ts'

/** What a column of a list holds. `skip`: something that is not needed. */
export const COLUMN_KINDS = ['first', 'last', 'name', 'class', 'grade', 'id', 'skip'] as const

export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Header words in English and Spanish, as the common school systems export them. */
const HEADER_WORDS: Readonly<Record<ColumnKind, string>> = {
  first:
    'first|first name|given name|forename|preferred name|preferred first name|nombres|primer nombre|nombre de pila',
  last: 'last|last name|family name|surname|apellido|apellidos|primer apellido',
  name: 'name|names|full name|student|student name|child|child name|pupil|pupil name|nombre|nombre completo|alumno|estudiante',
  class:
    'class|classes|class name|classroom|room|homeroom|home room|section|section name|period|group|clase|aula|grupo',
  id: 'id|student id|student number|number|no|sis id|sourcedid|local id|state id|student local id|matricula|numero',
  grade: 'grade|grade level|grades|year|year group|level|grado|curso',
  skip: 'email|e mail|email address|mail|correo|user|username|user name|login|password|middle|middle name|middle initial|segundo apellido|gender|sex|birthday|birth date|date of birth|dob|teacher|parent|phone|status',
}

const KIND_OF_WORD: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries(HEADER_WORDS).flatMap(([kind, words]) =>
    words.split('|').map((word): [string, ColumnKind] => [plainHeader(word), kind as ColumnKind]),
  ),
)

/** A header without accents, signs and capitals: `Student_First Name` and `PRÉNOM` are `student first name` and `prenom`. */
function plainHeader(text: string): string {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The kind a header names; null for an unknown word. `student first name` is a first name. */
function kindOfHeader(text: string): ColumnKind | null {
  const header = plainHeader(text)
  return (
    KIND_OF_WORD.get(header) ??
    KIND_OF_WORD.get(header.replace(/^(?:student|child|pupil|legal) /, '')) ??
    null
  )
}

/** Whether the first record names the columns: it says which one has names, and most of the others are known words too. */
export function hasHeader(records: readonly (readonly string[])[]): boolean {
  const filled = (records[0] ?? []).filter((cell) => cell.trim() !== '')
  const kinds = filled.flatMap((cell) => kindOfHeader(cell) ?? [])
  const hasNames = kinds.some((kind) => kind === 'name' || kind === 'first' || kind === 'last')
  return hasNames && (kinds.length === filled.length || kinds.length > 1)
}

/** The same kinds, each except `skip` at most once. */
function onlyOnce(kinds: readonly ColumnKind[]): ColumnKind[] {
  return kinds.map((kind, at) => (kinds.indexOf(kind) === at ? kind : 'skip'))
}

/** `Name` beside a first name is the last name, beside a last name the first; a whole name beside both is not needed. */
function kindsOfHeaders(headers: readonly string[]): ColumnKind[] {
  const kinds = onlyOnce(headers.map((header) => kindOfHeader(header) ?? 'skip'))
  const [hasFirst, hasLast] = [kinds.includes('first'), kinds.includes('last')]
  const isShort = (at: number): boolean => /^(?:name|nombre)$/.test(plainHeader(headers[at] ?? ''))
  return kinds.map((kind, at) => {
    if (kind !== 'name' || (!hasFirst && !hasLast)) return kind
    if (hasFirst && hasLast) return 'skip'
    if (!isShort(at)) return hasFirst ? 'skip' : 'name'
    return hasFirst ? 'last' : 'first'
  })
}

/** A class is short, has a number in it, and is repeated or alone: `3B`, `Room 12`. */
const CLASS_LIKE =
  /^(?:\d{1,2}[\s-]?\p{L}{1,2}|\p{L}{1,2}-?\d{1,2}|(?:room|rm|class|klasse|grade|period)\.?\s*[\p{L}\d-]{1,4})$/iu

function share(cells: readonly string[], holds: (cell: string) => boolean): number {
  return cells.filter(holds).length / Math.max(1, cells.length)
}

/** The kinds of columns without a header, by what is in them. Between commas, the last name comes first: `Smith,Ava`. */
function kindsOfContent(records: readonly (readonly string[])[], isLastFirst: boolean): ColumnKind[] {
  const width = Math.max(0, ...records.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) =>
    records.map((record) => (record[at] ?? '').trim()).filter((cell) => cell !== ''),
  )
  const isClass = columns.map((cells) => share(cells, (cell) => CLASS_LIKE.test(cell)) > 0.8)
  const isName = columns.map(
    (cells, at) =>
      !isClass[at] &&
      share(cells, (cell) => NAME_PATTERN.test(cell) && !/\d/.test(cell) && cell.length > 1) > 0.7,
  )
  const names = isName.flatMap((is, at) => (is ? [at] : []))
  const [one = -1, two = -1] = names
  return columns.map((_, at) => {
    if (at === isClass.indexOf(true)) return 'class'
    if (two < 0) return at === one ? 'name' : 'skip'
    if (at === one) return isLastFirst ? 'last' : 'first'
    if (at === two) return isLastFirst ? 'first' : 'last'
    return 'skip'
  })
}

/** What the columns hold, by their headers if the first record is one, else by their content. */
export function guessColumns(
  records: readonly (readonly string[])[],
  withHeader: boolean,
  separator: Separator,
): ColumnKind[] {
  return withHeader ? kindsOfHeaders(records[0] ?? []) : kindsOfContent(records, separator === ',')
}
