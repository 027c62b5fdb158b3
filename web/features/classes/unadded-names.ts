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

/** What the adult who is signed in was adding to this class when the page ended; null for nothing. */
export function unaddedNames(classId: string): readonly string[] | null {
  const kept = tabStore.read(KEY, (json) => (isKept(json) ? json : null))
  if (kept === null) return null
  if (kept.by === signedInMark()) return kept.classId === classId ? kept.names : null
  deleteUnaddedNames()
  return null
}
