import { MAX_NAME_LENGTH, MOST_CHILDREN, MOST_CHILDREN_AT_ONCE } from '../../../contract/account-limits.ts'
import { NAME_PATTERN, nameKey, plainName } from '../../../domain/child-name.ts'

/** What may be wrong with a name of a list: `twice` in the list itself, `taken` by a child of the class. */
export type NameProblem = 'signs' | 'too_long' | 'twice' | 'taken'

export type ListedName = { readonly name: string; readonly problem: NameProblem | null }

export type NameList = {
  readonly names: readonly ListedName[]
  /** Why the list as a whole cannot be added, though each name could. */
  readonly problem: 'too_many_at_once' | 'class_full' | null
}

/** What stands before a name in a numbered list or a list of bullets, as it is copied from elsewhere. */
const BULLET = /^\s*(?:\d{1,3}[.)]\s+|[-–—*•]\s+)?/

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
 * The names of a pasted list, one a line. A line of a spreadsheet keeps its first filled cell and the next (first name, last
 * name); empty lines are left out.
 */
export function readNameList(text: string, inClass: readonly string[]): NameList {
  const taken = new Set(inClass.map(nameKey))
  const before = new Set<string>()
  const names = text
    .split(/\r?\n/)
    .map((line) => plainName(line.replace(BULLET, '').replace(/[\t;]+/g, ' ')))
    .filter((name) => name !== '')
    .map((name) => {
      const listed = { name, problem: problemOf(name, before, taken) }
      before.add(nameKey(name))
      return listed
    })
  const problem =
    names.length > MOST_CHILDREN_AT_ONCE
      ? 'too_many_at_once'
      : names.length + inClass.length > MOST_CHILDREN
        ? 'class_full'
        : null
  return { names, problem }
}
