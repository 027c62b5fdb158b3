import { expect, test } from 'vitest'
import type { EndView } from '../../domain/battle-view.ts'
import { playWorld, type World } from './battle-world.ts'

/** Seeds that once showed a fault stand here for good. */
const PINNED: readonly number[] = []
const WORLDS = 100

/** What every player sees of a result; `you` is their own. */
function seenByAll({ battleId, winner, immediate, results }: EndView) {
  return { battleId, winner, immediate, results: results.map(({ you: _you, ...row }) => row) }
}

function pointsOf(rows: readonly { readonly score: number }[]): number {
  return rows.reduce((sum, { score }) => sum + score, 0)
}

function checkWorld({ kept, ends, levels, lastPlays }: World): void {
  expect(levels).toEqual({ connections: 0, waiting: 0, liveBattles: 0, unsaved: 0 })
  expect(new Set(kept.map(({ battleId }) => battleId)).size).toBe(kept.length)
  const keptOf = new Map(kept.map((battle) => [battle.battleId, battle]))
  for (const [battleId, views] of ends) {
    const [first, ...others] = views.map(seenByAll)
    for (const other of others) expect(other).toEqual(first)
    // Who attempted nothing is on the screens, but is not stored.
    const shown = first?.results.map(({ score, rank }) => ({ score, rank })) ?? []
    const stored = keptOf.get(battleId)?.players.map(({ score, rank }) => ({ score, rank }))
    if (!stored) {
      // Only of a battle that nobody played is nothing kept: whoever has points has played.
      expect(first?.results.filter(({ score, isBot }) => score > 0 && !isBot)).toEqual([])
      continue
    }
    for (const row of stored) expect(shown).toContainEqual(row)
    expect(pointsOf(stored)).toBe(pointsOf(shown))
  }
  for (const play of lastPlays) expect(['waiting', 'ended']).toContain(play.stage)
}

async function checkedWorld(seed: number): Promise<World> {
  try {
    const world = await playWorld(seed)
    checkWorld(world)
    return world
  } catch (cause) {
    throw new Error(`the world of seed ${seed} has a fault: ${String(cause)}`, { cause })
  }
}

test('[BAT-36, BAT-15, BAT-5, BAT-60, BAT-70] thousands of battles through the gateway, with cuts, cheats, floods and second tabs, keep the rules', async () => {
  const worlds: World[] = []
  for (const seed of [...PINNED, ...Array.from({ length: WORLDS }, (_, at) => 5000 + at)]) {
    worlds.push(await checkedWorld(seed))
  }
  const codes = new Set(worlds.flatMap(({ refusals }) => [...refusals.keys()]))
  expect(worlds.reduce((sum, { begun }) => sum + begun, 0)).toBeGreaterThan(2000)
  // Whatever can go wrong in such a world did go wrong somewhere.
  expect(codes).toEqual(
    new Set(['bad_event', 'unknown_queue', 'unknown_bot', 'unknown_battle', 'taken_over', 'too_many_events']),
  )
}, 120_000)
