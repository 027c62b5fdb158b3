import type { ClassWithChildren } from '../../../contract/classes.ts'
import { nameKey } from '../../../domain/child-name.ts'
import { hasShape, isText, listOf } from '../../lib/shape.ts'
import { signedInMark } from '../../lib/signed-in.ts'
import { tabStore } from '../../lib/storage.ts'

const KEY = 'tenfold.unaddedNames'

const isKept = hasShape({
  by: isText,
  classId: isText,
  names: listOf(isText),
})

/** Stores names until they are added to a class. In this tab only, so that children's names are not left on a device. */
export function keepUnaddedNames(classId: string, names: readonly string[]): void {
  tabStore.write(KEY, { classId, names, by: signedInMark() })
}

export function deleteUnaddedNames(): void {
  tabStore.remove(KEY)
}

/** The names that the signed-in adult was adding when the page closed, without those already in the class; null for none. */
export function unaddedNames(classId: string, taken: readonly string[]): readonly string[] | null {
  const kept = tabStore.read(KEY, (json) => (isKept(json) ? json : null))
  if (kept === null) return null
  if (kept.by !== signedInMark()) {
    deleteUnaddedNames()
    return null
  }
  const inClass = new Set(taken.map(nameKey))
  const left = kept.names.filter((name) => !inClass.has(nameKey(name)))
  return kept.classId === classId && left.length > 0 ? left : null
}

/** Whether children were being added to this class when the page ended. */
export function isAdding({ id, children }: ClassWithChildren): boolean {
  const taken = children.map(({ name }) => name)
  return unaddedNames(id, taken) !== null
}
