import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasItemsOf } from './student-outbox.ts'
import { studentOutbox } from './student-store.ts'

/** What is sent sooner than this is not spoken of; milliseconds. */
const SOON_MS = 2000

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
