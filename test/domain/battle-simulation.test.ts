import { expect, test } from 'vitest'
import type { BattleEvent, BattleResult, BattleState } from '../../domain/battle-state.ts'
import { replay } from '../../domain/battle-replay.ts'
import { BATTLE_GRACE_MS } from '../../domain/division.ts'
import { findBot } from '../../domain/bot.ts'
import { BATTLE_MS, COUNTDOWN_SECONDS, type ArenaBattle } from './battle-arena.ts'
import { pathsOf, type RarePath } from './battle-paths.ts'
import { reckonedPoints } from './battle-reckoning.ts'
import { playWorld, type Arena, type Shown, type World } from './battle-world.ts'

/**
 * Worlds that walk paths which few others do. What changes how much is told or drawn makes other worlds of the same seeds:
 * then others are to be found by what they have `walked`.
 */
const PINNED: Readonly<Record<RarePath, number>> = {
  'a line that stands still': 1,
  'time away': 1,
  'a new line while the old one is silent': 2,
  'a new line before the old one is known to be lost': 3,
  'coming back after the end': 2,
  'stop in the countdown': 65,
  'stop in the battle': 7,
  'all left in the countdown': 12,
  'all left in the battle': 9,
  'leaving with no more to play': 18,
  'an event before a wake that was due': 4,
  'an event after the end was due': 19,
  'a jump forward': 5,
}
const WORLDS = 140
/** A timer of the world is at most so late, at each of the steps of a countdown and at the end. */
const LATEST_MS = (COUNTDOWN_SECONDS + 1) * 30

function fail(battle: ArenaBattle, what: string): never {
  throw new Error(`${battle.log.plan.battleId}: ${what}`)
}

/** Points only by the rules, one step at a time: exactly those that the log gives, and on an honest page those it has shown. */
function watchPoints(battle: ArenaBattle, before: BattleState, event: BattleEvent, shown: Shown): void {
  const { state, log } = battle
  if (before.stage === 'ended' || state.stage !== 'active') return
  const { startedAtMs, setup } = state
  state.seats.forEach((seat, at) => {
    const was = before.seats[at]
    if (!was || seat === was) return
    const points = seat.score - was.score
    const isAnswer = event.type === 'answer' && event.seat === at
    if (setup.players[at]?.kind === 'person') {
      const { events } = log
      const due = reckonedPoints({ events, seat: at, problems: setup.problems, startedAtMs })
      if (points !== (due ?? 0)) fail(battle, `${points} points where ${due} are due`)
      const seen = shown.get(event)
      // An answer too quick for points may come so late that the referee takes it for a slower one.
      if (due !== null && isAnswer && seen !== undefined && seen !== points && seen > 0) {
        fail(battle, `${points} points where the page has shown ${seen}`)
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

/** BAT-30: only who leaves while there is something to play has left, from the log alone. */
function hasLeftPlay({ log }: ArenaBattle, seat: number): boolean {
  const startedAtMs = log.openedAtMs + COUNTDOWN_SECONDS * 1000
  const going = log.events.find(
    ({ event, atMs }) =>
      'seat' in event &&
      event.seat === seat &&
      (event.type === 'leave' || (event.type === 'timeout' && atMs >= startedAtMs)),
  )
  return going?.event.type === 'leave'
}

/** BAT-29: of those who stayed, the points alone decide a rank, and everyone at rank 1 with a point has won. */
function checkRanks(battle: ArenaBattle, results: readonly BattleResult[]): void {
  const stayed = results.filter(({ left }) => !left)
  for (const { score, rank, isWinner, left } of results) {
    const above = stayed.filter((other) => other.score > score).length
    if (!left && rank !== above + 1) fail(battle, `rank ${rank} with ${score} points`)
    if (isWinner !== (!left && rank === 1 && score > 0)) fail(battle, 'a winner too many, or too few')
  }
  const ranks = results.map(({ rank }) => rank)
  if (ranks.some((rank, at) => rank < (ranks[at - 1] ?? 1))) fail(battle, 'results out of order')
}

function checkEnds({ battles, ends, lastPlays }: World): void {
  for (const battle of battles) {
    const { state, log } = battle
    if (state.stage !== 'ended') throw new Error(`${log.plan.battleId} never ended`)
    const longestMs = COUNTDOWN_SECONDS * 1000 + BATTLE_MS + BATTLE_GRACE_MS + LATEST_MS
    expect(state.endedAtMs - log.openedAtMs).toBeLessThanOrEqual(longestMs)
    checkRanks(battle, state.results)
    for (const { seat, score, left } of state.results) {
      if (left !== hasLeftPlay(battle, seat)) fail(battle, 'a standing that was given up, or was not')
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
function checkWorld(seed: number): World & { readonly walked: ReadonlySet<RarePath> } {
  const walked = new Set<RarePath>()
  try {
    const world = playWorld(seed, (battle, before, event, { arena, shown }) => {
      watchPoints(battle, before, event, shown)
      watchPlaces(battle, arena)
      const atMs = battle.log.events.at(-1)?.atMs ?? 0
      for (const path of pathsOf({ battle, before, event, atMs })) walked.add(path)
    })
    checkEnds(world)
    return { ...world, walked }
  } catch (cause) {
    throw new Error(`the world of seed ${seed} has a fault: ${String(cause)}`, { cause })
  }
}

test('[BAT-36, BAT-34] thousands of battles in worlds full of mishaps keep the rules, and each replays to the same result', () => {
  const worlds = Array.from({ length: WORLDS }, (_, at) => checkWorld(1000 + at))
  const battles = worlds.flatMap((world) => world.battles)
  const endings = new Set(battles.map(({ state }) => state.stage === 'ended' && state.endedBy))
  const sizes = new Set(battles.map(({ playerIds }) => playerIds.length))
  expect(battles.length).toBeGreaterThan(2000)
  expect(endings).toEqual(new Set(['all_done', 'clock', 'all_left', 'stopped']))
  expect(sizes).toEqual(new Set([2, 3]))
})

test.each(Object.entries(PINNED))(
  '[BAT-36] a pinned world walks its rare path: %s (seed %i)',
  (path, seed) => {
    expect(checkWorld(seed).walked).toContain(path)
  },
)
