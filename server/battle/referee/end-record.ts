import type { EndedBattle } from './ended-battles.ts'

/** How a battle ended and, in epoch milliseconds, when by the time of day: what is needed to store it and to tell it again. */
export type EndRecord = { readonly battle: EndedBattle; readonly endedAtDateMs: number }

/** The problems are told to nobody any more. */
export function endRecord({ battle, endedAtDateMs }: EndRecord): string {
  return JSON.stringify({ battle: { ...battle, setup: { ...battle.setup, problems: [] } }, endedAtDateMs })
}

/** Reads what `endRecord` wrote. */
export function readEndRecord(text: string): EndRecord {
  return JSON.parse(text) as EndRecord
}
