import { MAX_NAME_LENGTH, MOST_CHILDREN } from '../../../contract/account-limits.ts'
import { NAME_PATTERN, nameKey, plainName } from '../../../domain/child-name.ts'

/** What may be wrong with a name of a list: `twice` in the list itself, `taken` by a child of the class. */
export type NameProblem = 'signs' | 'too_long' | 'twice' | 'taken'

export type ListedName = { readonly name: string; readonly problem: NameProblem | null }

/** What the commas of a list stand for: `Smith, Ava` is one child, `Ava, Ben, Cara` are three. */
export type CommaMeaning = 'last_first' | 'between_children'

export type NameList = {
  readonly names: readonly ListedName[]
  /** How the commas were read; null where there are none to read in two ways. */
  readonly commas: CommaMeaning | null
  /** Why the list as a whole cannot be added, though each name could. */
  readonly problem: 'class_full' | null
}

/** What stands before a name in a numbered or bulleted list. */
const BULLET = /^\s*(?:\(?\d{1,3}(?:[.):]\s*|\s+[-–—]\s+)|[-–—*•▪◦·]\s+)/
/** Around a cell of a CSV file, and the commas in it are part of the cell. */
const QUOTED = /"([^"]*)"/g
/** A cell that holds no name: the number of a row, a student id, a grade, a class such as 3B. */
const NO_NAME = /^#?\d+\p{L}?$/u
/** Belongs to the name before the comma. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i
const HEADER =
  /^(?:#|no\.?|(?:student|child|pupil|full|first|last|given|family|preferred)?\s*(?:name|surname)s?|first|last|student|id|grade)$/i
const LAST_NAME_HEADER = /^(?:last|family)(?:\s*name)?$|^surname$/i

type Line = {
  /** Filled cells: between tabs or semicolons. */
  readonly cells: readonly string[]
  /** The line's parts between commas, where it has a single cell. */
  readonly parts: readonly string[]
}

function partsOf(cell: string): string[] {
  const parts = cell
    .split(',')
    .map(plainName)
    .filter((part) => part !== '' && !NO_NAME.test(part))
  return parts.reduce<string[]>((found, part) => {
    const last = found.pop()
    if (last === undefined) return [part]
    return SUFFIX.test(part) ? [...found, `${last} ${part}`] : [...found, last, part]
  }, [])
}

/** Semicolons stand between children where each of these has a comma of its own, `Smith, Ava; Jones, Ben`. */
function linesOf(text: string): string[] {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  return parts.length > 1 && parts.every((part) => part.includes(',')) ? parts : [text]
}

/** A quoted cell among others of a CSV file ends at its quotes; one that is alone is read like any other line. */
function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTED, (_, cell: string) => (text.trim() === `"${cell}"` ? cell : `\t${cell}\t`))
}

function lineOf(text: string): Line {
  const cells = withoutQuotes(text.replace(BULLET, ''))
    .split(/[\t;]+/)
    .map((cell) => plainName(cell.replaceAll(/^[\s,]+|[\s,]+$/g, '')))
    .filter((cell) => cell !== '' && !NO_NAME.test(cell))
  return { cells, parts: cells.length === 1 ? partsOf(cells[0] ?? '') : [] }
}

function isHeader({ cells, parts }: Line): boolean {
  const words = cells.length === 1 ? parts : cells
  return words.length > 0 && words.every((word) => HEADER.test(word))
}

const hasTwoWords = (part: string): boolean => part.includes(' ')

/** Reads the commas from the whole list: a roster writes every child in the same way. */
function commasOf(lines: readonly Line[]): CommaMeaning | null {
  const counts = lines.map(({ parts }) => parts.length)
  if (counts.every((count) => count < 2)) return null
  if (counts.some((count) => count > 2)) return 'between_children'
  const pairs = lines.filter(({ parts }) => parts.length === 2)
  return pairs.every(({ parts }) => parts.every(hasTwoWords)) ? 'between_children' : 'last_first'
}

const lastFirst = ([last = '', ...rest]: readonly string[]): string => [...rest, last].join(' ')

function namesOf({ cells, parts }: Line, commas: CommaMeaning | null, isLastFirst: boolean): string[] {
  if (cells.length > 2) return [...cells]
  if (cells.length === 2) return [isLastFirst ? lastFirst(cells) : cells.join(' ')]
  if (parts.length < 2) return [...parts]
  return commas === 'last_first' ? [lastFirst(parts)] : [...parts]
}

function problemOf(
  name: string,
  before: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): NameProblem | null {
  const key = nameKey(name)
  if (name.length > MAX_NAME_LENGTH) return 'too_long'
  if (!NAME_PATTERN.test(name)) return 'signs'
  if (taken.has(key)) return 'taken'
  return before.has(key) ? 'twice' : null
}

/**
 * The children of a typed or pasted list: one name a line, numbered or bulleted, `Smith, Ava`, or names between commas, tabs or
 * semicolons. Two cells of a spreadsheet are first and last name unless a header says otherwise; more are a child each.
 * @param chosen how to read commas, where somebody has said so
 */
export function readNameList(
  text: string,
  inClass: readonly string[],
  chosen: CommaMeaning | null = null,
): NameList {
  const all = text
    .split(/\r\n|[\r\n]/)
    .flatMap(linesOf)
    .map(lineOf)
    .filter(({ cells }) => cells.length > 0)
  const header = all.length > 1 && all[0] && isHeader(all[0]) ? all[0] : null
  const lines = header ? all.slice(1) : all
  const guessed = commasOf(lines)
  const commas = guessed && (chosen ?? guessed)
  const isLastFirst = header !== null && LAST_NAME_HEADER.test(header.cells[0] ?? '')
  const taken = new Set(inClass.map(nameKey))
  const before = new Set<string>()
  const names = lines
    .flatMap((line) => namesOf(line, commas, isLastFirst))
    .map((name) => {
      const listed = { name, problem: problemOf(name, before, taken) }
      before.add(nameKey(name))
      return listed
    })
  return { names, commas, problem: names.length + inClass.length > MOST_CHILDREN ? 'class_full' : null }
}
