import { openBattle, step } from './battle.ts'
import type { BattleEvent, BattleState } from './battle-state.ts'
import { drawBattle, type BattlePlan } from './battle-setup.ts'
import { seededRandom } from './seeded-random.ts'

/** An event as it was passed to `step`; `atMs` is the server's time in epoch milliseconds. */
export type LoggedEvent = { readonly event: BattleEvent; readonly atMs: number }

/** All that a replay needs: the plan of the battle, its random seed, when it opened, and every event in order. */
export type ReplayLog = {
  readonly plan: BattlePlan
  readonly seed: number
  readonly openedAtMs: number
  readonly events: readonly LoggedEvent[]
}

/** Replays a battle from its log. A finished battle has the same results as when it was played. */
export function replay({ plan, seed, openedAtMs, events }: ReplayLog): BattleState {
  const opened = openBattle(drawBattle(plan, seededRandom(seed)), openedAtMs).state
  return events.reduce((state, { event, atMs }) => step(state, event, atMs).state, opened)
}
