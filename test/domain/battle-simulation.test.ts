import { expect, test } from 'vitest'
import type { BattleEvent, BattleState } from '../../domain/battle-state.ts'
import { replay } from '../../domain/battle-replay.ts'
import { BATTLE_GRACE_MS } from '../../domain/division.ts'
import { findBot } from '../../domain/bot.ts'
import { BATTLE_MS, COUNTDOWN_SECONDS, type ArenaBattle } from './battle-arena.ts'
import { playWorld, type Arena, type World } from './battle-world.ts'

/** Seeds that once showed a fault stand here for good. */
const PINNED: readonly number[] = []
const WORLDS = 120
/** A timer of the world is at most so late, at each of the steps of a countdown and at the end. */
const LATEST_MS = (COUNTDOWN_SECONDS + 1) * 30

function fail(battle: ArenaBattle, what: string): never {
  throw new Error(`${battle.log.plan.battleId}: ${what}`)
}

/** Points only by the rules, one step at a time. */
function watchPoints(battle: ArenaBattle, before: BattleState, event: BattleEvent): void {
  const { state } = battle
  if (before.stage !== 'active' || state.stage !== 'active') return
  state.seats.forEach((seat, at) => {
    const was = before.seats[at]
    if (!was || seat === was) return
    const points = seat.score - was.score
    const isAnswer = event.type === 'answer' && event.seat === at
    if (state.setup.players[at]?.kind === 'person') {
      if (points !== 0 && !(isAnswer && (points === 3 || points === 5))) fail(battle, `${points} points`)
      if (isAnswer && points > 0 && event.answer !== state.setup.problems[event.problemIndex]?.answer) {
        fail(battle, 'points for a wrong answer')
      }
    }
    if (seat.attempted > seat.nextIndex || seat.correct > seat.attempted || seat.score > 5 * seat.correct) {
      fail(battle, `impossible: ${JSON.stringify(seat)}`)
    }
  })
}

/** Everybody in exactly one place, and no battle with a player twice or with one who plays elsewhere. */
function watchPlaces(battle: ArenaBattle, arena: Arena): void {
  const people = battle.playerIds.filter((playerId) => playerId !== '')
  if (new Set(people).size !== people.length) fail(battle, 'a player meets themselves')
  if (battle.state.stage === 'ended') return
  battle.playerIds.forEach((playerId, seat) => {
    if (playerId === '' || battle.state.stage === 'ended') return
    const hasLeft = battle.state.seats[seat]?.presence === 'left'
    if (!hasLeft && arena.battleOf(playerId) !== battle) fail(battle, 'a player is elsewhere too')
    if (!hasLeft && arena.isWaiting(playerId)) fail(battle, 'a player waits and plays')
    if (hasLeft && arena.battleOf(playerId) === battle) fail(battle, 'remembers a player who left')
  })
}

function checkEnds({ battles, ends, lastPlays }: World): void {
  for (const battle of battles) {
    const { state, log } = battle
    if (state.stage !== 'ended') throw new Error(`${log.plan.battleId} never ended`)
    const longestMs = COUNTDOWN_SECONDS * 1000 + BATTLE_MS + BATTLE_GRACE_MS + LATEST_MS
    expect(state.endedAtMs - log.openedAtMs).toBeLessThanOrEqual(longestMs)
    for (const { seat, score } of state.results) {
      const player = state.setup.players[seat]
      const bot = player?.kind === 'bot' ? findBot(player.botId) : undefined
      if (bot) expect(score).toBeLessThanOrEqual((bot.scoreRange.max * BATTLE_MS) / 60_000)
    }
    expect(replay(log)).toEqual(state)
  }
  for (const views of ends.values()) {
    const screens = views.map(({ battleId, winner, results, immediate }) => ({
      battleId,
      winner,
      immediate,
      results: results.map((row) => ({ ...row, you: null })),
    }))
    for (const screen of screens) expect(screen).toEqual(screens[0])
  }
  for (const play of lastPlays) expect(['waiting', 'ended']).toContain(play.stage)
}

/** Plays a world and checks it; a fault names the seed to pin. */
function checkWorld(seed: number): World {
  try {
    const world = playWorld(seed, (battle, before, event, arena) => {
      watchPoints(battle, before, event)
      watchPlaces(battle, arena)
    })
    checkEnds(world)
    return world
  } catch (cause) {
    throw new Error(`the world of seed ${seed} has a fault: ${String(cause)}`, { cause })
  }
}

test('[BAT-36, BAT-34] thousands of battles in worlds full of mishaps keep the rules, and each replays to the same result', () => {
  const worlds = [...PINNED, ...Array.from({ length: WORLDS }, (_, at) => 1000 + at)].map(checkWorld)
  const battles = worlds.flatMap((world) => world.battles)
  const endings = new Set(battles.map(({ state }) => state.stage === 'ended' && state.endedBy))
  const sizes = new Set(battles.map(({ playerIds }) => playerIds.length))
  expect(battles.length).toBeGreaterThan(2000)
  expect(endings).toEqual(new Set(['all_done', 'clock', 'all_left']))
  expect(sizes).toEqual(new Set([2, 3]))
})
