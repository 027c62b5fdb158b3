import { describe, expect, test } from 'vitest'
import { openBattle } from '../../domain/battle.ts'
import { endView } from '../../domain/battle-view.ts'
import { scoreUpdateView } from '../factories/score-update.ts'
import { ada, battleOf, bob, bot, cyd, OPEN_MS, playing, setupOf, START_MS } from './battle-by-hand.ts'

/** The result of who was right four times of six and says that so many were answered. */
const answered = (said: number) => {
  const battle = playing(ada)
  for (let at = 0; at < 6; at += 1) battle.answer(0, at, (at + 1) * 1500, 1500, at < 4)
  battle.say({ type: 'timeout', seat: 0, problemsAnswered: said }, START_MS + 60_000)
  return battle.over().results[0]
}

describe('the countdown', () => {
  test('[BAT-20] counts 5 to 1, one each second, then the battle starts', () => {
    const battle = battleOf(ada, bob)
    const shown: unknown[] = []
    for (let second = 0; second < 5; second += 1) {
      if (second > 0) battle.say({ type: 'wake' }, OPEN_MS + second * 1000)
      const state = battle.state()
      shown.push(state.stage === 'countdown' && state.secondsLeft)
      expect(battle.effects()).toEqual([
        { type: 'countdown' },
        { type: 'wake', atMs: OPEN_MS + (second + 1) * 1000 },
      ])
    }
    expect(shown).toEqual([5, 4, 3, 2, 1])
    expect(battle.say({ type: 'wake' }, START_MS)).toEqual([
      { type: 'start' },
      { type: 'wake', atMs: START_MS + 62_000 },
    ])
    expect(battle.active().startedAtMs).toBe(START_MS)
  })

  test('[BAT-20] fractions of a millisecond do not add a sixth second', () => {
    for (let at = 0; at < 5000; at += 1) {
      const { state } = openBattle(setupOf([ada, bob]), OPEN_MS + at * 0.1237)
      expect(state).toMatchObject({ stage: 'countdown', secondsLeft: 5 })
    }
  })

  test('[BAT-20] a countdown of 0 starts the battle at once', () => {
    expect(openBattle(setupOf([ada, bob], 0), OPEN_MS).state.stage).toBe('active')
  })

  test("[BAT-35] a late wake-up continues at the clock's time, an early one is rescheduled", () => {
    const battle = battleOf(ada, bob)
    expect(battle.say({ type: 'wake' }, OPEN_MS + 999)).toEqual([{ type: 'wake', atMs: OPEN_MS + 1000 }])
    battle.say({ type: 'wake' }, OPEN_MS + 3200)
    expect(battle.state()).toMatchObject({ stage: 'countdown', secondsLeft: 2, wakeAtMs: OPEN_MS + 4000 })
    battle.say({ type: 'wake' }, START_MS + 40)
    expect(battle.active().startedAtMs).toBe(START_MS + 40)
  })

  test('[BAT-35] judges an answer by the clock when its wake-up is overdue', () => {
    const battle = battleOf(ada, bob)
    battle.answer(0, 0, 100, 100)
    expect(battle.active().startedAtMs).toBe(START_MS + 100)
    expect(battle.seat(0).score).toBe(0)
  })
})

describe('answers', () => {
  test('[BAT-23, BAT-26] points change a score, and everybody is notified', () => {
    const battle = playing(ada, bob)
    expect(battle.answer(0, 0, 1500, 1450)).toEqual([{ type: 'scores' }])
    expect(battle.answer(0, 1, 5500, 3900)).toEqual([{ type: 'scores' }])
    expect(battle.answer(0, 2, 7000, 1400, false)).toEqual([])
    expect(battle.seat(0)).toMatchObject({ score: 8, attempted: 3, correct: 2 })
    expect(scoreUpdateView(battle.active(), 1)).toEqual({
      battleId: 'battle-1',
      scores: [
        { nickname: 'Ada', score: 8, you: false },
        { nickname: 'Bob', score: 0, you: true },
      ],
    })
  })

  test('[BAT-24, BAT-25] a claim of one millisecond earns nothing at once and is not accepted later', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 100, 1)
    expect(battle.seat(0).score).toBe(0)
    battle.answer(0, 1, 4100, 1)
    expect(battle.seat(0).score).toBe(3)
  })

  test('[BAT-22] a repeat or a jump back changes nothing', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500, false)
    battle.answer(0, 1, 3000, 1500)
    const before = battle.state()
    battle.answer(0, 0, 4500, 1500)
    battle.answer(0, 1, 4600, 1500)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-22] a jump forward changes nothing, and the next problem still counts', () => {
    const battle = playing(ada, bob)
    for (const problemIndex of [0, 1, 2, 3]) battle.answer(0, problemIndex, 1500 * (problemIndex + 1), 1500)
    const before = battle.state()
    expect(battle.answer(0, 10, 7500, 1500)).toEqual([])
    battle.answer(0, 5, 7600, 1500)
    expect(battle.state()).toBe(before)
    battle.answer(0, 4, 7700, 1500)
    expect(battle.seat(0)).toMatchObject({ nextIndex: 5, attempted: 5, correct: 5, score: 25 })
  })

  test('[BAT-22] an unknown seat or problem, or an answer before the start, changes nothing', () => {
    const battle = battleOf(ada, bot())
    const early = battle.state()
    battle.answer(0, 0, -4500, 300)
    expect(battle.state()).toBe(early)
    battle.started()
    const before = battle.state()
    battle.answer(7, 0, 600, 500)
    battle.answer(-1, 0, 600, 500)
    battle.answer(0, 150, 600, 500)
    battle.answer(0, -1, 600, 500)
    battle.answer(1, 0, 600, 500)
    expect(battle.state()).toBe(before)
  })
})

describe('the end', () => {
  test('[BAT-28] comes when all people have timed out', () => {
    const battle = playing(ada, bob)
    battle.answer(1, 0, 1500, 1500)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 0 }, START_MS + 60_050)
    expect(battle.state().stage).toBe('active')
    expect(battle.say({ type: 'timeout', seat: 1, problemsAnswered: 1 }, START_MS + 60_080)).toEqual([
      { type: 'end' },
    ])
    expect(battle.over()).toMatchObject({ endedBy: 'all_done', immediate: false })
  })

  test('[BAT-28] comes 2 s after the clock, and until then answers in transit count', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 61_900, 1500)
    expect(battle.seat(0).score).toBe(3)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over()).toMatchObject({ endedBy: 'clock', immediate: false })
    const after = battle.state()
    battle.answer(0, 1, 62_010, 1500)
    expect(battle.state()).toBe(after)
  })

  test('[BAT-27] clamps the number of answered problems to between right and attempted ones', () => {
    expect([0, 4, 5, 6, 1000].map((said) => answered(said)?.problemsAnswered)).toEqual([4, 4, 5, 6, 6])
    expect(answered(1000)?.score).toBe(20)
  })

  test('[BAT-27, BAT-22] after a timeout nothing from that player counts', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 0 }, START_MS + 1000)
    const before = battle.state()
    battle.answer(0, 0, 2500, 1500)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 9 }, START_MS + 2600)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-28] a player who ends early against a bot faces its whole score', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 1500, 1500)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 1 }, START_MS + 2000)
    const { results, immediate } = battle.over()
    expect(immediate).toBe(true)
    expect(results.map(({ seat, rank }) => [seat, rank])).toEqual([
      [1, 1],
      [0, 2],
    ])
    expect(results[0]?.score).toBeGreaterThanOrEqual(25)
  })

  test('[BAT-29, BAT-32] players with equal points share first place, and each screen says the same', () => {
    const battle = playing(ada, bob, cyd)
    battle.answer(0, 0, 1500, 1500)
    battle.answer(2, 0, 2500, 2500)
    battle.answer(2, 1, 4500, 2000, false)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    const over = battle.over()
    expect(over.results.map(({ seat, rank, isWinner }) => [seat, rank, isWinner])).toEqual([
      [0, 1, true],
      [2, 1, true],
      [1, 3, false],
    ])
    const views = [0, 1, 2].map((seat) => endView(over, seat))
    expect(
      views.map(({ isWinner, playerRank, currentPlayerNickname }) => [
        isWinner,
        playerRank,
        currentPlayerNickname,
      ]),
    ).toEqual([
      [true, 1, 'Ada'],
      [false, 3, 'Bob'],
      [true, 1, 'Cyd'],
    ])
    const withoutYou = views.map(({ results, winner }) => ({
      winner,
      results: results.map((row) => ({ ...row, you: null })),
    }))
    expect(withoutYou[1]).toEqual(withoutYou[0])
    expect(withoutYou[2]).toEqual(withoutYou[0])
    expect(
      views.map(({ results }) => results.filter(({ you }) => you).map(({ nickname }) => nickname)),
    ).toEqual([['Ada'], ['Bob'], ['Cyd']])
  })

  test('[BAT-29, BAT-32] a tie with a bot is a win, and the person is listed first', () => {
    const battle = playing(bot(), ada)
    const schedule = battle.schedule(0)
    // Each answer of the bot is repeated a moment later with the same points.
    let lastAtMs = 0
    for (const { atMs, problemIndex, correct, points } of schedule) {
      battle.answer(1, problemIndex, atMs + 5, points === 5 ? 2000 : atMs - lastAtMs, correct)
      lastAtMs = atMs
    }
    battle.say({ type: 'timeout', seat: 1, problemsAnswered: 0 }, START_MS + 60_050)
    const { results } = battle.over()
    expect(results.map(({ seat, rank, isWinner }) => [seat, rank, isWinner])).toEqual([
      [1, 1, true],
      [0, 1, true],
    ])
    expect(results[0]?.score).toBe(results[1]?.score)
    const view = endView(battle.over(), 1)
    expect(view).toMatchObject({ winner: { nickname: 'Ada' }, isWinner: true, playerRank: 1 })
    expect(view.uncounted).toBeUndefined()
  })

  test('[BAT-29, BAT-32] nobody wins with 0 points', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500, false)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over().results.map(({ rank, isWinner }) => [rank, isWinner])).toEqual([
      [1, false],
      [1, false],
    ])
    expect(endView(battle.over(), 1)).toMatchObject({ winner: null, isWinner: false, playerRank: 1 })
  })

  test('[BAT-30, BAT-32] a remaining player without points is first but not a winner, whatever those who left had scored', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(endView(battle.over(), 1)).toMatchObject({ winner: null, isWinner: false, playerRank: 1 })
  })

  test('[BAT-33] a stopped battle ends with the score so far; one that never started stores nothing', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 1500, 1500)
    battle.say({ type: 'stop' }, START_MS + 1600)
    expect(battle.over()).toMatchObject({ endedBy: 'stopped', startedAtMs: START_MS, immediate: true })
    expect(battle.over().results.map(({ score }) => score)).toEqual([5, 0])
    const waiting = battleOf(ada, bob)
    waiting.say({ type: 'stop' }, OPEN_MS + 10)
    expect(waiting.over().startedAtMs).toBeNull()
  })
})
