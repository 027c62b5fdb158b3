import { describe, expect, test } from 'vitest'
import { countdownView, endView, resumeView, scoresOf, startView } from '../../domain/battle-view.ts'
import { scoreUpdateView } from '../factories/score-update.ts'
import { ada, battleOf, bob, bot, cyd, firstBot, OPEN_MS, playing, START_MS } from './battle-by-hand.ts'

/** The receivers, and the mark of those who have one. */
const marks = (views: readonly { readonly nickname: string; readonly left?: true }[]) =>
  views.map((view) => [view.nickname, 'left' in view ? view.left : null])

describe('leaving and returning', () => {
  test('[BAT-30] a player who leaves is last whatever the score, and the others play on', () => {
    const battle = playing(ada, bob, cyd)
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)).toEqual([{ type: 'scores' }])
    battle.answer(1, 0, 4000, 4000)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over().results.map(({ seat, rank, left }) => [seat, rank, left])).toEqual([
      [1, 1, false],
      [2, 2, false],
      [0, 3, true],
    ])
  })

  test('[BAT-26] marks only a player who left, in scores and among opponents', () => {
    const battle = playing(ada, bob, cyd)
    battle.say({ type: 'drop', seat: 2, sinceMs: START_MS + 1000 }, START_MS + 1000)
    const before = scoreUpdateView(battle.active(), 1).scores
    expect(before.map((entry) => Object.keys(entry))).toEqual(
      [1, 2, 3].map(() => ['nickname', 'score', 'you']),
    )
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    const scores = [
      ['Ada', true],
      ['Bob', null],
      ['Cyd', null],
    ]
    expect(marks(scoreUpdateView(battle.active(), 1).scores)).toEqual(scores)
    const resumed = resumeView(battle.active(), 2, START_MS + 3000)
    expect(marks(resumed.scores ?? [])).toEqual(scores)
    expect(marks(resumed.opponents)).toEqual(scores.slice(0, 2))
  })

  test("[BAT-26, BAT-20] reports a player who left at the countdown's next second and at the start", () => {
    const battle = battleOf(ada, bob, cyd)
    expect(battle.say({ type: 'leave', seat: 0 }, OPEN_MS + 500)).toEqual([])
    battle.say({ type: 'wake' }, OPEN_MS + 1000)
    const counting = battle.state()
    if (counting.stage !== 'countdown') throw new Error('it counts down for five seconds')
    const opponents = [
      { nickname: 'Ada', location: 'Denver, Colorado', isBot: false, left: true },
      { nickname: 'Cyd', location: 'Denver, Colorado', isBot: false },
    ]
    expect(countdownView(counting, 1)).toStrictEqual({ battleId: 'battle-1', countdownSeconds: 4, opponents })
    battle.started()
    expect(startView(battle.active(), 1).opponents).toStrictEqual(opponents)
  })

  test('[BAT-30] ends at once, without a winner, when everybody has left', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    expect(battle.say({ type: 'leave', seat: 1 }, START_MS + 3000)).toEqual([{ type: 'end' }])
    const over = battle.over()
    expect(over).toMatchObject({ endedBy: 'all_left', immediate: true })
    expect(over.results.map(({ seat, rank, isWinner }) => [seat, rank, isWinner])).toEqual([
      [1, 1, false],
      [0, 2, false],
    ])
    expect(endView(over, 0).winner).toBeNull()
  })

  test('[BAT-30] a player who leaves loses to a bot', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 800, 800)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 30_000)
    expect(endView(battle.over(), 0)).toMatchObject({
      winner: { nickname: firstBot?.name },
      isWinner: false,
      playerRank: 2,
    })
  })

  test('[BAT-30] a player who leaves after finishing keeps rank and points, and is not shown as having left', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 800, 800)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 1 }, START_MS + 1000)
    expect(battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)).toEqual([])
    expect(battle.seat(0)).toMatchObject({ presence: 'left', score: 5, leftAtMs: null })
    expect(scoresOf(battle.active(), 1).map((row) => 'left' in row)).toEqual([false, false])
    battle.say({ type: 'timeout', seat: 1, problemsAnswered: 0 }, START_MS + 60_000)
    const over = battle.over()
    expect(over.endedBy).toBe('all_done')
    expect(over.results.map(({ seat, rank, isWinner, left }) => [seat, rank, isWinner, left])).toEqual([
      [0, 1, true, false],
      [1, 2, false, false],
    ])
  })

  test('[BAT-30] ends when the last player leaves after another has finished, who then wins', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 800, 800)
    battle.say({ type: 'timeout', seat: 0, problemsAnswered: 1 }, START_MS + 1000)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    expect(battle.say({ type: 'leave', seat: 1 }, START_MS + 3000)).toEqual([{ type: 'end' }])
    expect(battle.over()).toMatchObject({
      endedBy: 'all_done',
      results: [
        { seat: 0, left: false },
        { seat: 1, left: true },
      ],
    })
  })

  test('[BAT-30] a player who left can neither return nor answer', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    const before = battle.state()
    battle.say({ type: 'ready', seat: 0 }, START_MS + 2100)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 2200 }, START_MS + 2200)
    battle.answer(0, 0, 3000, 1500)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-31] a returning player receives what remains', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 2000 }, START_MS + 2000)).toEqual([])
    expect(battle.say({ type: 'ready', seat: 0 }, START_MS + 12_000)).toEqual([{ type: 'resume', seat: 0 }])
    expect(resumeView(battle.active(), 0, START_MS + 12_000)).toEqual({
      ...startView(battle.active(), 0),
      duration: 48_000,
      problemIndex: 1,
      scores: [
        { nickname: 'Ada', score: 5, you: true },
        { nickname: 'Bob', score: 0, you: false },
      ],
      problemsAnswered: 1,
      // From the first answer to the close: the time without a connection is not the problem's.
      problemMs: 500,
    })
    expect(resumeView(battle.active(), 0, START_MS + 61_000)).toMatchObject({
      duration: 0,
      problemMs: 49_500,
    })
    battle.answer(0, 1, 12_500, 500, false)
    expect(resumeView(battle.active(), 0, START_MS + 20_000)).toMatchObject({ problemMs: 0 })
  })

  test('[BAT-25] answers queued while disconnected are worth the same, including the first', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 1600 }, START_MS + 1600)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 7600)
    for (const problemIndex of [1, 2, 3, 4]) battle.answer(0, problemIndex, 7650, 1500)
    expect(battle.seat(0).score).toBe(25)
  })

  test('[BAT-25] returning does not add time', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 100 }, START_MS + 100)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 1100)
    for (const problemIndex of [0, 1, 2]) battle.answer(0, problemIndex, 1100, 500)
    expect(battle.seat(0)).toMatchObject({ score: 10, responseTimeMs: 1100 })
  })

  test('[BAT-24] does not count the time without a connection, but the time before and after it', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 2000 }, START_MS + 2000)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 6000)
    battle.answer(0, 0, 8000, 300)
    expect(battle.seat(0)).toMatchObject({ score: 3, responseTimeMs: 3250 })
  })

  test('[BAT-24] reconnecting at once, or joining again, gains no time', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 10_000 }, START_MS + 10_000)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 10_000)
    battle.answer(0, 0, 10_100, 500)
    expect(battle.seat(0)).toMatchObject({ score: 3, responseTimeMs: 9350 })
  })

  test('[BAT-24] a player counts as disconnected from the last message on, even before the disconnect is known', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 9000)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 9500 }, START_MS + 9500)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 10_000)
    battle.answer(0, 0, 10_000, 900)
    expect(battle.seat(0)).toMatchObject({ score: 5, responseTimeMs: 900 })
  })

  test('[BAT-31] battle-ready from a connected player only confirms', () => {
    const battle = playing(ada, bob)
    const before = battle.state()
    expect(battle.say({ type: 'ready', seat: 0 }, START_MS + 10)).toEqual([])
    expect(battle.state()).toBe(before)
  })

  test('[BAT-31] a lost connection does not end the battle before its clock', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 1000)
    battle.say({ type: 'wake' }, START_MS + 61_999)
    expect(battle.state().stage).toBe('active')
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over().endedBy).toBe('clock')
  })

  test('[BAT-37] continues with nobody connected: a player who returns before the end plays on, with the score so far', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 2000 }, START_MS + 2000)).toEqual([])
    for (let atMs = START_MS + 5000; atMs < START_MS + 55_000; atMs += 5000)
      battle.say({ type: 'wake' }, atMs)
    expect(battle.say({ type: 'ready', seat: 0 }, START_MS + 55_000)).toContainEqual({
      type: 'resume',
      seat: 0,
    })
    // More than 20 s of silence: the one answer that was on its way counts as slow (BAT-24), those behind it as they were.
    battle.answer(0, 1, 55_000, 1500)
    battle.answer(0, 2, 55_000, 1500)
    expect(battle.seat(0).score).toBe(13)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over()).toMatchObject({ endedBy: 'clock', immediate: false })
  })

  test('[BAT-37] ends by its clock, with the score so far, when all people have lost their connections', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    for (const seat of [0, 1]) battle.say({ type: 'drop', seat, sinceMs: START_MS + 2000 }, START_MS + 2000)
    battle.say({ type: 'wake' }, START_MS + 61_999)
    expect(battle.state().stage).toBe('active')
    expect(battle.say({ type: 'wake' }, START_MS + 62_000)).toEqual([{ type: 'end' }])
    expect(battle.over().results.map(({ seat, score, left }) => [seat, score, left])).toEqual([
      [0, 5, false],
      [1, 0, false],
    ])
  })
})

describe('a silent connection', () => {
  test.each([1000, 2000, 3000, 6000, 20_000])(
    '[BAT-24] silence of %i ms is not charged to the child: quick stays quick',
    (silenceMs) => {
      const battle = playing(ada, bob)
      battle.answer(0, 0, 1500, 1500)
      battle.say({ type: 'silent', seat: 0, sinceMs: START_MS + 1500 }, START_MS + 4400 + silenceMs)
      battle.answer(0, 1, 4400 + silenceMs, 2900)
      expect(battle.seat(0).score).toBe(10)
    },
  )

  test('[BAT-24] only silence after the last answer is deducted from the time of the next', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 5000, 1500)
    battle.say({ type: 'silent', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 6000)
    battle.answer(0, 1, 10_000, 1)
    expect(battle.seat(0)).toMatchObject({ responseTimeMs: 4250 + 3250, silenceMs: 1000 })
  })

  test('[BAT-24] at most 20 s of silence are deducted in a battle, connected or not', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'silent', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 13_000)
    battle.answer(0, 0, 13_000, 1000)
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 14_000 }, START_MS + 14_000)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 26_000)
    expect(battle.seat(0).silenceMs).toBe(20_000)
    battle.answer(0, 1, 26_000, 1000)
    battle.say({ type: 'silent', seat: 0, sinceMs: START_MS + 26_000 }, START_MS + 30_000)
    battle.answer(0, 2, 30_000, 1000)
    expect(battle.seat(0)).toMatchObject({ score: 11, responseTimeMs: 1000 + 4250 + 3250 })
  })

  test('[BAT-24] silence after a wrong answer changes nothing and uses up none of the limit', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1000, 1000, false)
    const before = battle.state()
    battle.say({ type: 'silent', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 9000)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-24, BAT-35] silence in the countdown, while disconnected, or of a bot changes nothing', () => {
    const counting = battleOf(ada, bob)
    const waiting = counting.state()
    counting.say({ type: 'silent', seat: 0, sinceMs: OPEN_MS }, OPEN_MS + 900)
    expect(counting.state()).toBe(waiting)
    const battle = playing(ada, bot())
    battle.say({ type: 'drop', seat: 0, sinceMs: START_MS + 1000 }, START_MS + 1000)
    const before = battle.state()
    for (const seat of [0, 1]) battle.say({ type: 'silent', seat, sinceMs: START_MS }, START_MS + 1500)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-24] a player disconnected at the end of the countdown returns without a deduction from before the start', () => {
    const battle = battleOf(ada, bob)
    battle.say({ type: 'drop', seat: 0, sinceMs: OPEN_MS }, OPEN_MS)
    battle.started()
    battle.say({ type: 'ready', seat: 0 }, START_MS + 500)
    expect(battle.seat(0)).toMatchObject({ silenceMs: 500, lastAnswerAtMs: START_MS + 500 })
  })
})
