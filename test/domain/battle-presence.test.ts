import { describe, expect, test } from 'vitest'
import { endView, opponentsOf, resumeView, scoreUpdateView, startView } from '../../domain/battle-view.ts'
import { ada, bob, bot, cyd, firstBot, playing, START_MS } from './battle-by-hand.ts'

describe('leaving and coming back', () => {
  test('[BAT-30] who leaves is last whatever the score, and the others play on', () => {
    const battle = playing(ada, bob, cyd)
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)).toEqual([])
    battle.answer(1, 0, 4000, 4000)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over().results.map(({ seat, rank, left }) => [seat, rank, left])).toEqual([
      [1, 1, false],
      [2, 2, false],
      [0, 3, true],
    ])
  })

  test('[BAT-30] when everybody has left it ends at once, without a winner', () => {
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

  test('[BAT-30] who leaves a bot has lost to it', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 800, 800)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 30_000)
    expect(endView(battle.over(), 0)).toMatchObject({
      winner: { nickname: firstBot?.name },
      isWinner: false,
      playerRank: 2,
    })
  })

  test('[BAT-30] who has left is gone: no return and no answer', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'leave', seat: 0 }, START_MS + 2000)
    const before = battle.state()
    battle.say({ type: 'ready', seat: 0 }, START_MS + 2100)
    battle.say({ type: 'drop', seat: 0 }, START_MS + 2200)
    battle.answer(0, 0, 3000, 1500)
    expect(battle.state()).toBe(before)
  })

  test('[BAT-31] who comes back is told what remains', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'drop', seat: 0 }, START_MS + 2000)).toEqual([])
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
    })
    expect(resumeView(battle.active(), 0, START_MS + 61_000).duration).toBe(0)
  })

  test('[BAT-25] answers kept while the connection was away are worth what they were worth, the first one too', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    battle.say({ type: 'drop', seat: 0 }, START_MS + 1600)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 7600)
    for (const problemIndex of [1, 2, 3, 4]) battle.answer(0, problemIndex, 7650, 1500)
    expect(battle.seat(0).score).toBe(25)
  })

  test('[BAT-25] coming back makes no more time than there was', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0 }, START_MS + 100)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 1100)
    for (const problemIndex of [0, 1, 2]) battle.answer(0, problemIndex, 1100, 500)
    expect(battle.seat(0)).toMatchObject({ score: 10, responseTimeMs: 1100 })
  })

  test('[BAT-24, BAT-25] what is answered after coming back is judged by the clock again', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0 }, START_MS + 100)
    battle.say({ type: 'ready', seat: 0 }, START_MS + 6000)
    battle.answer(0, 0, 10_000, 300)
    expect(battle.seat(0)).toMatchObject({ score: 3, responseTimeMs: 3250 })
  })

  test('[BAT-31] from a player who is here battle-ready only confirms', () => {
    const battle = playing(ada, bob)
    const before = battle.state()
    expect(battle.say({ type: 'ready', seat: 0 }, START_MS + 10)).toEqual([])
    expect(battle.state()).toBe(before)
  })

  test('[BAT-31] a lost connection does not end the battle before its clock', () => {
    const battle = playing(ada, bob)
    battle.say({ type: 'drop', seat: 0 }, START_MS + 1000)
    battle.say({ type: 'wake' }, START_MS + 61_999)
    expect(battle.state().stage).toBe('active')
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over().endedBy).toBe('clock')
  })

  test('[BAT-37] while nobody is connected it goes on: who comes back before the end plays on, and finds what was scored', () => {
    const battle = playing(ada, bot())
    battle.answer(0, 0, 1500, 1500)
    expect(battle.say({ type: 'drop', seat: 0 }, START_MS + 2000)).toEqual([])
    for (let atMs = START_MS + 5000; atMs < START_MS + 55_000; atMs += 5000)
      battle.say({ type: 'wake' }, atMs)
    expect(battle.say({ type: 'ready', seat: 0 }, START_MS + 55_000)).toContainEqual({
      type: 'resume',
      seat: 0,
    })
    battle.answer(0, 1, 55_000, 1500)
    expect(battle.seat(0).score).toBe(10)
    battle.say({ type: 'wake' }, START_MS + 62_000)
    expect(battle.over()).toMatchObject({ endedBy: 'clock', immediate: false })
  })

  test('[BAT-37] a battle whose people have all lost their connections ends by its clock with what was scored', () => {
    const battle = playing(ada, bob)
    battle.answer(0, 0, 1500, 1500)
    for (const seat of [0, 1]) battle.say({ type: 'drop', seat }, START_MS + 2000)
    battle.say({ type: 'wake' }, START_MS + 61_999)
    expect(battle.state().stage).toBe('active')
    expect(battle.say({ type: 'wake' }, START_MS + 62_000)).toEqual([{ type: 'end' }])
    expect(battle.over().results.map(({ seat, score, left }) => [seat, score, left])).toEqual([
      [0, 5, false],
      [1, 0, false],
    ])
  })
})

describe('a bot in a battle', () => {
  test('[BAT-42, BAT-26] it answers when its schedule says so, and everybody is told when its score changes', () => {
    const battle = playing(ada, bot())
    let told = 0
    let scored = 0
    while (battle.state().stage === 'active') {
      const before = battle.seat(1).score
      const effects = battle.say({ type: 'wake' }, battle.active().wakeAtMs)
      if (battle.state().stage !== 'active') break
      told += effects.some(({ type }) => type === 'scores') ? 1 : 0
      scored += battle.seat(1).score > before ? 1 : 0
    }
    expect(told).toBe(scored)
    expect(told).toBeGreaterThan(4)
    const result = battle.over().results[0]
    expect(result?.score).toBeGreaterThanOrEqual(25)
    expect(result?.score).toBeLessThanOrEqual(55)
  })

  test('[BAT-43] it is shown as one, with its id', () => {
    const battle = playing(ada, bot())
    expect(opponentsOf(battle.state(), 0)).toEqual([
      { nickname: firstBot?.name, location: 'Tokyo, Japan', isBot: true, botId: 'bot-1' },
    ])
    expect(opponentsOf(battle.state(), 1)).toEqual([
      { nickname: 'Ada', location: 'Denver, Colorado', isBot: false },
    ])
    battle.say({ type: 'stop' }, START_MS + 10)
    expect(endView(battle.over(), 0).results.map(({ isBot }) => isBot)).toEqual([false, true])
  })
})

describe('what players are told', () => {
  test('[BAT-5] no word of it holds the id of a player', () => {
    const battle = playing(ada, bob, cyd)
    const active = battle.active()
    const told = [startView(active, 0), resumeView(active, 1, START_MS + 10), scoreUpdateView(active, 2)]
    battle.say({ type: 'stop' }, START_MS + 10)
    expect(JSON.stringify([told, endView(battle.over(), 0)])).not.toContain('secretOf')
  })

  test('[BAT-21] the start tells everybody the same problems and the whole duration', () => {
    const active = playing(ada, bob).active()
    const [first, second] = [startView(active, 0), startView(active, 1)]
    expect(first).toMatchObject({ battleId: 'battle-1', duration: 60_000 })
    expect(first.problems).toHaveLength(150)
    expect(second.problems).toEqual(first.problems)
    expect([first, second].map(({ opponents }) => opponents.map(({ nickname }) => nickname))).toEqual([
      ['Bob'],
      ['Ada'],
    ])
  })
})
