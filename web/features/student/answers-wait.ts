import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserStore } from '../../lib/storage.ts'
import { studentItems } from './student-outbox.ts'
import { studentOutbox } from './student-store.ts'

/** What is sent sooner than this is not spoken of; milliseconds. */
const SOON_MS = 2000

function isOf(studentId: string, json: unknown): true | null {
  return typeof json === 'object' && json !== null && 'player' in json && json.player === studentId
    ? true
    : null
}

/** Another child's items may wait here as well, for that child alone. */
function hasItemsOf(studentId: string): boolean {
  const keys = browserStore.keys(studentItems.prefix)
  return keys.some((key) => browserStore.read(key, (json) => isOf(studentId, json)) === true)
}

/** Whether something that this student did waits on this device, and whether it has for a moment, as it changes. */
export function useAnswersWait(studentId: string): { readonly waits: boolean; readonly isLong: boolean } {
  const waits = useSyncExternalStore(studentOutbox.subscribe, () => hasItemsOf(studentId))
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setLong(true), SOON_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [waits])
  return { waits, isLong: waits && isLong }
}
