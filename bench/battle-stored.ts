import { setTimeout as delay } from 'node:timers/promises'
import type { battleRoutes } from '../contract/battles.ts'
import type { Output } from '../contract/route.ts'
import type { Fight, Fighter } from './battle-fights.ts'

type History = Output<(typeof battleRoutes)['history']['response']>

const STORED_WITHIN_MS = 20_000
const CALLS_AT_ONCE = 16

function valueOf(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
}

/** Resolves when all finished battles are stored; throws when one was lost. */
export async function allStored(origin: string): Promise<void> {
  const untilMs = performance.now() + STORED_WITHIN_MS
  for (;;) {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    if (valueOf(metrics, 'battle_lost_total') !== 0) throw new Error('a finished battle was lost')
    if (valueOf(metrics, 'battle_unsaved') === 0) return
    if (performance.now() > untilMs) throw new Error('finished battles were not stored')
    await delay(5)
  }
}

async function checkHistory(origin: string, battleId: string, fighter: Fighter): Promise<void> {
  const answer = await fetch(`${origin}/api/battles/history/${fighter.token}?limit=1`)
  const [newest] = (await answer.json()) as History
  const own = fighter.scores.find(({ you }) => you)?.score
  if (newest?.battleId !== battleId || newest.score !== own) {
    throw new Error(`a battle of ${own} points is not in its player's history: ${JSON.stringify(newest)}`)
  }
}

/** Throws unless each player's newest stored battle is this one with these points. */
export async function storedOf(origin: string, fights: readonly Fight[]): Promise<void> {
  const left = fights.flatMap(({ battleId, fighters }) => fighters.map((fighter) => ({ battleId, fighter })))
  const callNext = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      await checkHistory(origin, next.battleId, next.fighter)
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, callNext))
}
