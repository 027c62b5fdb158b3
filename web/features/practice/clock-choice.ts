import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'

export const CLOCK_HIDDEN_KEY = 'tenfold.clock-hidden'

const listeners = new Set<() => void>()
let hidden: boolean | undefined

function isHidden(): boolean {
  hidden ??= readStored(CLOCK_HIDDEN_KEY, (json) => (typeof json === 'boolean' ? json : null)) ?? false
  return hidden
}

/** Hides or shows the clock and remembers it: some children are frightened of clocks (ADR 0006). */
export function setClockHidden(value: boolean): void {
  hidden = value
  writeStored(CLOCK_HIDDEN_KEY, value)
  for (const listener of listeners) listener()
}

/** Whether the child has hidden the clock, as it changes. */
export function useClockHidden(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isHidden)
}
