import { plainName } from '../../../domain/child-name.ts'
import { planRows, rosterRows, type RosterRow, type RowPlan } from '../../../domain/roster/plan.ts'
import { MAX_NAME_LENGTH, MAX_CHILDREN } from '../../generated/constants.ts'
import { readList } from './import-list.ts'

/** Errors in a name of a list: `twice` in the list itself, `taken` by a child of the class. */
export type NameProblem = 'signs' | 'formula' | 'too_long' | 'twice' | 'taken'

export type ListedName = { readonly name: string; readonly problem: NameProblem | null }

/** The meaning of commas in a list: `Smith, Ava` is one child, `Ava, Ben, Cara` are three. */
type CommaMeaning = 'last_first' | 'between_children'
/** The meaning of two columns, between tabs or semicolons. */
export type ColumnMeaning = CommaMeaning | 'first_last'

export type NameList = {
  readonly names: readonly ListedName[]
  /** How the commas were read; null where there are none to read in two ways. */
  readonly commas: CommaMeaning | null
  /** How two columns were read; null where there are none. */
  readonly columns: ColumnMeaning | null
  /** Why the list as a whole cannot be added, though each name could. */
  readonly problem: 'class_full' | null
}

/** The marker before a name in a numbered or bulleted list: `1.`, `(2)`, `3 -`, `#4`, `5 Ava`, `a)`, `•`. */
const BULLET =
  /^\s*(?:\(?#?\d{1,3}(?:[.):]\s*|\s*[-–—]\s+|\s+[-–—]| +(?=\p{L}))|[a-z]\)\s*|[-–—*•▪◦·☐□○●✓✔]\s*)/u
/** The text between quotes of a CSV file, or a comma, tab or semicolon outside of quotes. */
const QUOTED_OR_SEPARATOR = /"([^"]*)"|([,\t;])/g
/** A field that holds no name: the number of a row, a student id, a grade, a class such as 3B. */
const NO_NAME = /^#?\d+\p{L}?$/u
/**
 * A field that is not a name if another field of the line is: `3-B`, `K2`, `Room 3`, `Ms. Hill`, `asmith07`, `ava@x.org`,
 * `9/3/2018`.
 */
const NO_NAME_BESIDE =
  /^(?:\d+-\p{L}|\p{L}{1,2}-?\d+|\p{L}+\d{2,}|(?:room|rm\.?|grade|gr\.?|class|period|section)\s*[\p{L}\d-]{1,4}|(?:mr|mrs|ms|mx|dr)\b\.?\s.+|\S+@\S+|\d+([./-])\d+\1\d+)$/iu
/** A column of genders, if another column has whole names; otherwise an initial, as in `Ava`, `M`. */
const GENDER = /^[fmx]$/i
/** Belongs to the name before the comma. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i
const hasTwoWords = (part: string): boolean => part.includes(' ')
const isWholeName = (part: string): boolean => part.includes(',') || hasTwoWords(part.trim())

/** A line as it is written, cut at its separators. */
type Row = { readonly fields: readonly string[]; readonly isCutAtCommas: boolean }

type Line = {
  /** Filled cells: between tabs or semicolons. */
  readonly cells: readonly string[]
  /** The line's parts between commas, where it has a single cell. */
  readonly parts: readonly string[]
}

/** Semicolons stand between children on a line of its own, and where each part is a whole name, `Smith, Ava; Jones, Ben`. */
function linesOf(text: string, _: number, all: readonly string[]): string[] {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  const isOnly = all.filter((line) => line.trim() !== '').length === 1
  return parts.length > 1 && (isOnly || parts.every(isWholeName)) ? parts : [text]
}

/** Splits a line at tabs and semicolons, or else at commas; text in quotes stays whole. */
function rowOf(text: string): Row {
  const line = text.replace(BULLET, '').trim()
  const whole = /^"([^"]*)"$/.exec(line)?.[1] ?? line
  const separators = new Set(Array.from(whole.matchAll(QUOTED_OR_SEPARATOR), ([, , separator]) => separator))
  const isCutAtCommas = !separators.has('\t') && !separators.has(';')
  const cut = whole.replaceAll(QUOTED_OR_SEPARATOR, (found, quoted?: string, separator?: string) => {
    if (quoted !== undefined) return quoted
    return isCutAtCommas || separator !== ',' ? '\n' : found
  })
  return {
    fields: cut.split('\n').map((field) => plainName(field.replaceAll(/^[\s,]+|[\s,]+$/g, ''))),
    isCutAtCommas,
  }
}

function partsOf(cell: string): string[] {
  return joinSuffixes(
    cell
      .split(',')
      .map(plainName)
      .filter((part) => part !== ''),
  )
}

function joinSuffixes(parts: readonly string[]): string[] {
  return parts.reduce<string[]>((found, part) => {
    const last = found.pop()
    if (last === undefined) return [part]
    return SUFFIX.test(part) ? [...found, `${last} ${part}`] : [...found, last, part]
  }, [])
}

/** The names of a row: all that look like names. */
function lineOf({ fields, isCutAtCommas }: Row): Line {
  const named = fields.filter((field) => field !== '' && !NO_NAME.test(field))
  const names = withoutGender(named.filter((field, at) => at === 0 || !NO_NAME_BESIDE.test(field)))
  const [only] = names
  if (names.length === 1 && only !== undefined) return { cells: names, parts: partsOf(only) }
  return isCutAtCommas
    ? { cells: [names.join(', ')], parts: joinSuffixes(names) }
    : { cells: names, parts: [] }
}

function withoutGender(fields: readonly string[]): readonly string[] {
  const others = fields.filter((field) => !GENDER.test(field))
  return others.length > 1 || others.some(isWholeName) ? others : fields
}

/** Reads the commas from the whole list: a roster writes every child in the same way. */
function commasOf(lines: readonly Line[]): CommaMeaning | null {
  const counts = lines.map(({ parts }) => parts.length)
  if (counts.every((count) => count < 2)) return null
  if (counts.some((count) => count > 2)) return 'between_children'
  const pairs = lines.filter(({ parts }) => parts.length === 2)
  return pairs.every(({ parts }) => parts.every(hasTwoWords)) ? 'between_children' : 'last_first'
}

type Names = Pick<RosterRow, 'first' | 'last'>

const firstOnly = (first: string): Names => ({ first, last: '' })

function namesOf({ cells, parts }: Line, { commas, columns }: Pick<NameList, 'commas' | 'columns'>): Names[] {
  const [one = '', two = '', ...more] = cells
  if (more.length > 0 || (two !== '' && columns === 'between_children')) return cells.map(firstOnly)
  if (two !== '') return [columns === 'last_first' ? { first: two, last: one } : { first: one, last: two }]
  const [last = '', ...rest] = parts
  return commas === 'last_first' && rest.length > 0 ? [{ first: rest.join(' '), last }] : parts.map(firstOnly)
}

/** The children of a table whose first line names its columns; null for any other text. */
function tableRows(text: string): RosterRow[] | null {
  const table = readList(text, { hasHeader: null, kinds: null })
  if (table === null || typeof table === 'string' || !table.hasHeader) return null
  return rosterRows(table.records, table.kinds)
}

function problemOf(plan: RowPlan): NameProblem | null {
  switch (plan.kind) {
    case 'add':
    case 'left_out':
      return null
    case 'same':
    case 'unclear':
      return 'taken'
    case 'duplicate':
      return 'twice'
    case 'invalid':
      if (plan.problem === 'formula' || plan.problem === 'too_long') return plan.problem
      return plan.problem === 'same_name' ? 'twice' : 'signs'
  }
}

/**
 * The children of a typed or pasted list: a table with a header; or one name a line, numbered or bulleted, `Smith, Ava`, or names
 * between commas, tabs or semicolons. Two cells of a spreadsheet are one child; more are a child each. Of a last name, at most
 * the initial is kept, if two children have the same first name (RST-2).
 * @param chosen how to read commas or columns, if the adult has chosen
 */
export function readNameList(
  text: string,
  inClass: readonly string[],
  chosen: ColumnMeaning | null = null,
): NameList {
  const table = tableRows(text)
  const lines = text
    .split(/\r\n|[\r\n]/)
    .flatMap(linesOf)
    .map((line) => lineOf(rowOf(line)))
    .filter(({ cells }) => cells.length > 0)
  const guessed = table ? null : commasOf(lines)
  const commas = guessed && (chosen === 'first_last' ? guessed : (chosen ?? guessed))
  const hasColumns = !table && lines.some(({ cells }) => cells.length === 2)
  const columns = hasColumns ? (chosen ?? 'first_last') : null
  const rows =
    table ??
    lines
      .flatMap((line) => namesOf(line, { commas, columns }))
      .map((names, at) => ({ line: at + 1, ...names, id: '', className: '', grade: '' }))
  const names = planRows(rows, { inClass, choices: new Map(), longest: MAX_NAME_LENGTH }).map(
    ({ row, plan }) => ({
      name: plan.kind === 'add' ? plan.name : plainName(`${row.first} ${row.last}`),
      problem: problemOf(plan),
    }),
  )
  return {
    names,
    commas,
    columns,
    problem: names.length + inClass.length > MAX_CHILDREN ? 'class_full' : null,
  }
}
