import { hasShape, isText, listOf } from '../../lib/shape.ts'
import { signedInMark } from '../../lib/signed-in.ts'
import { createDurableStore } from '../../lib/storage.ts'

const KEY = 'tenfold.unaddedNames'

/** Of this tab alone: names of children are not left on a device. */
const tabStore = createDurableStore(() => (typeof window === 'undefined' ? null : window.sessionStorage))

const isKept = hasShape({
  by: isText,
  classId: isText,
  names: listOf(isText),
})

/** Keeps names that are on their way into a class until they are added, also through a reload. */
export function keepUnaddedNames(classId: string, names: readonly string[]): void {
  tabStore.write(KEY, { classId, names, by: signedInMark() })
}

export function forgetUnaddedNames(): void {
  tabStore.remove(KEY)
}

/** What the adult who is signed in was adding to this class when the page ended; null for nothing. */
export function unaddedNames(classId: string): readonly string[] | null {
  const kept = tabStore.read(KEY, (json) => (isKept(json) ? json : null))
  if (kept === null) return null
  if (kept.by === signedInMark()) return kept.classId === classId ? kept.names : null
  forgetUnaddedNames()
  return null
}
