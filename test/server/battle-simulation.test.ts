import { expect, test } from 'vitest'
import type { EndView } from '../../domain/battle-view.ts'
import { replay } from '../../domain/battle-replay.ts'
import { RARE_PATHS } from './battle-paths.ts'
import { checkEnd } from './battle-referee.ts'
import { MAX_MS, playWorld, type World } from './battle-world.ts'

const WORLDS = 110

/** What every player sees of a result; `you` is their own. */
function seenByAll({ battleId, winner, immediate, results }: EndView) {
  return { battleId, winner, immediate, results: results.map(({ you: _you, ...row }) => row) }
}

function checkWorld({ battles, kept, ends, levels, lastPlays }: World): void {
  expect(levels).toEqual({
    connections: 0,
    waiting: 0,
    liveBattles: 0,
    unsaved: 0,
    isSharedUnavailable: false,
  })
  expect(new Set(kept.map(({ battleId }) => battleId)).size).toBe(kept.length)
  for (const battle of battles) checkEnd(battle, MAX_MS)
  const logOf = new Map(battles.map(({ log }) => [log.plan.battleId, log]))
  const keptOf = new Map(kept.map((battle) => [battle.battleId, battle]))
  for (const [battleId, views] of ends) {
    const [first, ...others] = views.map(seenByAll)
    for (const other of others) expect(other).toEqual(first)
    const shown = first?.results.map(({ score, rank }) => ({ score, rank })) ?? []
    const log = logOf.get(battleId)
    const replayed = log && replay(log)
    if (replayed?.stage !== 'ended') throw new Error(`${battleId} replays to no end`)
    expect(replayed.results.map(({ score, rank }) => ({ score, rank }))).toEqual(shown)
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

test('[BAT-36, BAT-34, BAT-15, BAT-16, BAT-5, BAT-60, BAT-70] thousands of battles through the gateway, with cuts, cheats, floods and second tabs, keep the rules', async () => {
  const worlds: World[] = []
  for (let at = 0; at < WORLDS; at += 1) worlds.push(await checkedWorld(5000 + at))
  const codes = new Set(worlds.flatMap(({ refusals }) => [...refusals.keys()]))
  const battles = worlds.flatMap((world) => world.battles)
  expect(battles.length).toBeGreaterThan(2000)
  const endings = new Set(battles.map(({ state }) => state.stage === 'ended' && state.endedBy))
  expect(endings).toEqual(new Set(['all_done', 'clock', 'all_left', 'stopped']))
  expect(new Set(battles.map(({ state }) => state.setup.players.length))).toEqual(new Set([2, 3]))
  const walked = new Set(worlds.flatMap((world) => [...world.walked]))
  expect([...walked].toSorted()).toEqual(RARE_PATHS.toSorted())
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
