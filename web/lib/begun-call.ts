import type { Load } from './server-value.ts'

/** The same call, begun at once: whoever reads first gets this answer, which may have arrived already. */
export function begunCall<Value>(load: Load<Value>): Load<Value> {
  let begun: ReturnType<Load<Value>> | null = load(new AbortController().signal)
  return (signal) => {
    const first = begun ?? load(signal)
    begun = null
    return first
  }
}
