import { readStored, writeStored } from '../../lib/storage.ts'

const NO_CLOCK_KEY = 'tenfold.clock-hidden'

/** Whether this device remembers that its child plays without a clock: some children are frightened of clocks (ADR 0030). */
export function prefersNoClock(): boolean {
  return readStored(NO_CLOCK_KEY, (json) => (typeof json === 'boolean' ? json : null)) ?? false
}

/** Remembers whether to offer sessions without a clock first. */
export function rememberNoClock(value: boolean): void {
  writeStored(NO_CLOCK_KEY, value)
}
