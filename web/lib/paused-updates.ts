import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Until the page is loaded again: the next child at this device should not find old boards. */
const paused = createStore<boolean>(() => false)

/** Whether boards stay as they are. */
export function useUpdatesPaused(): boolean {
  return useStore(paused)
}

export function setUpdatesPaused(isPaused: boolean): void {
  paused.setState(isPaused, true)
}

/**
 * A live value; while updates are paused, as it was at that moment.
 * @param live must stay the same object while it does not change
 * @param key of the value: with another one, another value is shown
 * @param isKnown whether it is there; while it is not, it is waited for
 */
export function usePausable<Value>(live: Value, key: string, isKnown: (value: Value) => boolean): Value {
  const isPaused = useUpdatesPaused()
  const [shown, setShown] = useState({ key, value: live })
  if (isPaused && shown.key === key && isKnown(shown.value)) return shown.value
  if (isKnown(live) && (shown.key !== key || shown.value !== live)) setShown({ key, value: live })
  return live
}
