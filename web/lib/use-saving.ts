import { useRef } from 'react'

/** A value as it shall be, and what of it is not stored yet. */
type Wanted<Value> = { readonly value: Value; readonly change: Partial<Value> }

/**
 * Saves changes of a value with one call at a time. A change is shown at once; those made during a call are saved together after
 * it. If a call fails, the value that was stored last is shown again. The returned function takes the value on the screen and what
 * changes, and resolves to whether that is stored.
 */
export function useSaving<Value extends object>(
  run: (value: Value, change: Partial<Value>) => Promise<Value | null>,
  show: (value: Value) => void,
): (shown: Value, change: Partial<Value>) => Promise<boolean> {
  const wanted = useRef<Wanted<Value> | null>(null)
  const saving = useRef<Promise<boolean> | null>(null)

  async function saveAll(before: Value): Promise<boolean> {
    let stored = before
    while (wanted.current !== null) {
      const { value, change } = wanted.current
      wanted.current = { value, change: {} }
      const result = await run(value, change)
      if (result === null || wanted.current.value === value) {
        wanted.current = null
        show(result ?? stored)
      }
      if (result === null) return false
      stored = result
    }
    return true
  }

  return (shown, change) => {
    const before = wanted.current
    wanted.current = {
      value: { ...(before?.value ?? shown), ...change },
      change: { ...before?.change, ...change },
    }
    show(wanted.current.value)
    saving.current ??= saveAll(shown).finally(() => (saving.current = null))
    return saving.current
  }
}
