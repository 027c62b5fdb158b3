import { expect, test } from 'vitest'
import type { EndView } from '../../domain/battle-view.ts'
import type { RarePath } from './battle-paths.ts'
import { playWorld, type World } from './battle-world.ts'

/**
 * Worlds that walk paths which few others do. What changes how much is told or drawn makes other worlds of the same seeds:
 * then others are to be found by what they have `walked`.
 */
const PINNED: Readonly<Record<RarePath, number>> = {
  'a line that stands still': 6,
  'silent in the queue and back in it': 6,
  'take-over by a second tab': 1,
  'the tab before asks for its battle': 9,
  'coming back after the end': 2,
  'stop in the countdown': 39,
  'stop in the queue': 7,
  'all left in the countdown': 2,
  'all left in the battle': 3,
}
const WORLDS = 110

/** What every player sees of a result; `you` is their own. */
function seenByAll({ battleId, winner, immediate, results }: EndView) {
  return { battleId, winner, immediate, results: results.map(({ you: _you, ...row }) => row) }
}

function checkWorld({ kept, ends, levels, lastPlays }: World): void {
  expect(levels).toEqual({ connections: 0, waiting: 0, liveBattles: 0, unsaved: 0, isSharedAway: false })
  expect(new Set(kept.map(({ battleId }) => battleId)).size).toBe(kept.length)
  const keptOf = new Map(kept.map((battle) => [battle.battleId, battle]))
  for (const [battleId, views] of ends) {
    const [first, ...others] = views.map(seenByAll)
    for (const other of others) expect(other).toEqual(first)
    const shown = first?.results.map(({ score, rank }) => ({ score, rank })) ?? []
    const stored = keptOf.get(battleId)?.players.map(({ score, rank }) => ({ score, rank }))
    if (!stored) {
      // Only of a battle that nobody played is nothing kept: whoever has points has played.
      expect(first?.results.filter(({ score, isBot }) => score > 0 && !isBot)).toEqual([])
      continue
    }
    // Who left or attempted nothing is stored with the others.
    expect(stored).toEqual(shown)
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

test('[BAT-36, BAT-15, BAT-16, BAT-5, BAT-60, BAT-70] thousands of battles through the gateway, with cuts, cheats, floods and second tabs, keep the rules', async () => {
  const worlds: World[] = []
  for (let at = 0; at < WORLDS; at += 1) worlds.push(await checkedWorld(5000 + at))
  const codes = new Set(worlds.flatMap(({ refusals }) => [...refusals.keys()]))
  expect(worlds.reduce((sum, { begun }) => sum + begun, 0)).toBeGreaterThan(2000)
  // Whatever can go wrong in such a world did go wrong somewhere.
  expect(codes).toEqual(
    new Set([
      'bad_event',
      'unknown_queue',
      'unknown_bot',
      'unknown_battle',
      'taken_over',
      'too_many_events',
      'draining',
    ]),
  )
}, 120_000)

test.each(Object.entries(PINNED))(
  '[BAT-36] a pinned world walks its rare path: %s (seed %i)',
  async (path, seed) => {
    expect((await checkedWorld(seed)).walked).toContain(path)
  },
)
