import type { BattlePlan } from '../../../domain/battle-setup.ts'
import type { BattleEvent, BattleState } from '../../../domain/battle-state.ts'
import { replay, type ReplayLog } from '../../../domain/battle-replay.ts'

/** The first entry of a battle's log. */
export function headerText(plan: BattlePlan, seed: number): string {
  return JSON.stringify({ plan, seed })
}

/** Any other entry: when the battle opened, or an event as it was passed to `step`. */
export function entryText(atMs: number, event: BattleEvent | null): string {
  return JSON.stringify([atMs, event])
}

export function peopleOf({ entrants }: BattlePlan): string[] {
  return entrants.flatMap((entrant) => (entrant.kind === 'person' ? [entrant.playerId] : []))
}

/** A battle as its log says. `opened` is null if its owner ended before it began. */
type ReadBattle = Pick<ReplayLog, 'plan' | 'seed'> & {
  readonly opened: { readonly state: BattleState; readonly lastAtMs: number } | null
}

/** Reads a log; null if there is none. */
export function readBattle([header, ...entries]: readonly string[]): ReadBattle | null {
  if (header === undefined) return null
  const { plan, seed } = JSON.parse(header) as Pick<ReplayLog, 'plan' | 'seed'>
  const [opening, ...rest] = entries.map((text) => JSON.parse(text) as [number, BattleEvent])
  if (!opening) return { plan, seed, opened: null }
  const events = rest.map(([atMs, event]) => ({ atMs, event }))
  const state = replay({ plan, seed, openedAtMs: opening[0], events })
  return { plan, seed, opened: { state, lastAtMs: rest.at(-1)?.[0] ?? opening[0] } }
}
