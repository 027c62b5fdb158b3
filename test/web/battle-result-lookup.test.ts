import { expect, test } from 'vitest'
import type { OpponentView } from '../../domain/battle-view.ts'
import { isPlaying, battleToSave } from '../../web/features/battle/flow-state.ts'
import { storedEnd, type StoredEnd, type StoredResult } from '../../web/features/battle/stored-result.ts'
import { BATTLE_ID, counting, FOE, playing, TYPE } from './battle-visit.ts'

const WON: StoredEnd = { rank: 1, score: 20, players: 2, isWinner: true, winner: { nickname: null } }

test.each<[StoredResult, isKept: boolean]>([
  [WON, false],
  ['none', false],
  ['failed', true],
])(
  '[BAT-66] a battle that the server has dropped ends with its stored result instead of calculating forever: %o',
  (stored, isKept) => {
    const one = playing()
    one.pass(64_000)
    expect(one.sent().map(({ name }) => name)).toEqual(['battle-timeout', 'battle-ready'])
    one.receive('battle-error', { code: 'unknown_battle', message: '' })
    expect(one.flow()).toMatchObject({ stage: 'result-lookup', stored: 'loading' })
    expect(isPlaying(one.flow())).toBe(false)
    expect(battleToSave(one.flow())).toMatchObject({ battleId: BATTLE_ID })
    one.step({ type: 'looked-up', battleId: BATTLE_ID, stored })
    expect(one.flow()).toMatchObject({ stage: 'result-lookup', stored })
    expect(battleToSave(one.flow()) !== null).toBe(isKept)
    expect(one.sent()).toEqual([])
  },
)

test('[BAT-66] a countdown whose server does not come back returns to the queue, not to the lobby', () => {
  const one = counting()
  one.step({ type: 'disconnected' })
  one.step({ type: 'connected' })
  one.receive('battle-error', { code: 'unknown_battle', message: '' })
  one.step({ type: 'looked-up', battleId: BATTLE_ID, stored: 'none' })
  expect(one.flow()).toMatchObject({ stage: 'queue', type: TYPE })
  expect(isPlaying(one.flow())).toBe(true)
})

test('[BAT-66] for a stored battle the page names the winner if known', () => {
  const row = { ...TYPE, battleId: BATTLE_ID, endedAt: 0, topScore: 5, score: 5, rank: 2, players: 2 }
  const bot = { nickname: 'Robo (computer)', location: '', isBot: true, botId: 'bot-2' } as const
  const end = (winnerId: string | null, opponents: readonly OpponentView[]) => {
    const { isWinner, winner } = storedEnd({ ...row, winnerId }, opponents, 'own-token')
    return [isWinner, winner]
  }
  expect(end('own-token', [FOE])[0]).toBe(true)
  expect(end(null, [FOE])).toEqual([false, 'nobody'])
  expect(end('public-7', [FOE])).toEqual([false, { nickname: 'KindOwl7' }])
  expect(end('public-7', [FOE, { ...FOE, nickname: 'CalmBee3' }])).toEqual([false, { nickname: null }])
  expect(end('bot-2', [bot])).toEqual([false, { nickname: 'Robo (computer)' }])
})
