import { describe, expect, test } from 'vitest'
import { endView, opponentsOf, resumeView, startView } from '../../domain/battle-view.ts'
import { scoreUpdateView } from '../factories/score-update.ts'
import { ada, bob, bot, cyd, firstBot, playing, START_MS } from './battle-by-hand.ts'

describe('a bot in a battle', () => {
  test('[BAT-42, BAT-26] answers by its schedule, and everybody is notified when its score changes', () => {
    const battle = playing(ada, bot())
    let received = 0
    let scored = 0
    while (battle.state().stage === 'active') {
      const before = battle.seat(1).score
      const effects = battle.say({ type: 'wake' }, battle.active().wakeAtMs)
      if (battle.state().stage !== 'active') break
      received += effects.some(({ type }) => type === 'scores') ? 1 : 0
      scored += battle.seat(1).score > before ? 1 : 0
    }
    expect(received).toBe(scored)
    expect(received).toBeGreaterThan(4)
    const result = battle.over().results[0]
    expect(result?.score).toBeGreaterThanOrEqual(25)
    expect(result?.score).toBeLessThanOrEqual(55)
  })

  test('[BAT-43] is shown as a bot, with its id', () => {
    const battle = playing(ada, bot())
    expect(opponentsOf(battle.active(), 0)).toEqual([
      { nickname: firstBot?.name, location: 'Tokyo, Japan', isBot: true, botId: 'bot-1' },
    ])
    expect(opponentsOf(battle.active(), 1)).toEqual([
      { nickname: 'Ada', location: 'Denver, Colorado', isBot: false },
    ])
    battle.say({ type: 'stop' }, START_MS + 10)
    expect(endView(battle.over(), 0).results.map(({ isBot }) => isBot)).toEqual([false, true])
  })
})

describe('messages to players', () => {
  test("[BAT-5] never contain a player's id", () => {
    const battle = playing(ada, bob, cyd)
    const active = battle.active()
    const received = [startView(active, 0), resumeView(active, 1, START_MS + 10), scoreUpdateView(active, 2)]
    battle.say({ type: 'stop' }, START_MS + 10)
    expect(JSON.stringify([received, endView(battle.over(), 0)])).not.toContain('secretOf')
  })

  test('[BAT-21] give everybody the same problems and the whole duration at the start', () => {
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
