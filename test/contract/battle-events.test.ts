import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientEvents, serverEvents } from '../../contract/battle-events.ts'
import { MAX_SENT_TEXT } from '../../contract/battle-events.ts'
import { openBattle, step } from '../../domain/battle.ts'
import { drawBattle } from '../../domain/battle-setup.ts'
import { countdownView, endView, resumeView, startView } from '../../domain/battle-view.ts'
import { MAX_MESSAGE_BYTES } from '../../server/battle/socket/overload.ts'
import { scoreUpdateView } from '../factories/score-update.ts'
import { findBot } from '../../domain/bot.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const TOKEN = 'abcdefgh12345678'
const WISH = {
  playerId: TOKEN,
  nickname: 'SwiftFox42',
  location: 'Denver, Colorado',
  division: 'addition_subtraction',
  preference: 'mixed',
}
const ANSWER = { battleId: 'battle-1', problemIndex: 0, answer: 12, responseTime: 1500.5 }
const TIMEOUT = { battleId: 'battle-1', finalScore: 25, problemsAnswered: 6 }
const join = clientEvents['join-battle-queue']
const passes = (schema: { safeParse: (json: unknown) => { success: boolean } }, json: unknown): boolean =>
  schema.safeParse(json).success

describe('what a client sends', () => {
  test('[BAT-3] events and their fields match the specification', () => {
    expect(Object.keys(clientEvents)).toEqual([
      'join-battle-queue',
      'leave-battle-queue',
      'start-computer-battle',
      'battle-ready',
      'battle-answer',
      'battle-timeout',
    ])
    expect(join.parse(WISH)).toEqual(WISH)
    expect(clientEvents['start-computer-battle'].parse({ ...WISH, botId: 'bot-6' })).toMatchObject({
      botId: 'bot-6',
    })
    expect(passes(clientEvents['battle-ready'], { battleId: 'battle-1', playerId: TOKEN })).toBe(true)
    expect(passes(clientEvents['battle-answer'], ANSWER)).toBe(true)
    expect(passes(clientEvents['battle-timeout'], TIMEOUT)).toBe(true)
  })

  test.each([
    ['addition_subtraction', 'division'],
    ['multiplication_division', 'addition'],
    ['addition_subtraction', 'fractions'],
    ['algebra', 'mixed'],
    ['__proto__', 'mixed'],
  ])('[BAT-1] there is no queue for %s and %s', (division, preference) => {
    expect(passes(join, { ...WISH, division, preference })).toBe(false)
    expect(
      passes(clientEvents['start-computer-battle'], { ...WISH, division, preference, botId: 'bot-1' }),
    ).toBe(false)
  })

  test('[BAT-4] accepts any name and place up to the limit, or none', () => {
    for (const text of ['', '<b>', 'Ärger 🙂', 'x'.repeat(MAX_SENT_TEXT), null, undefined]) {
      expect(passes(join, { ...WISH, nickname: text, location: text })).toBe(true)
    }
    expect(passes(join, { ...WISH, nickname: 'x'.repeat(MAX_SENT_TEXT + 1) })).toBe(false)
    expect(passes(join, { ...WISH, location: { city: 'Denver' } })).toBe(false)
  })

  test.each([
    ['a fraction', { ...ANSWER, answer: 1.5 }],
    ['four digits', { ...ANSWER, answer: 1000 }],
    ['a negative answer', { ...ANSWER, answer: -1 }],
    ['a text', { ...ANSWER, answer: '12' }],
    ['no number', { ...ANSWER, answer: NaN }],
    ['a negative place', { ...ANSWER, problemIndex: -1 }],
    ['a negative time', { ...ANSWER, responseTime: -1 }],
    ['an endless time', { ...ANSWER, responseTime: Infinity }],
    ['no battle', { ...ANSWER, battleId: '' }],
    ['a battle with a long name', { ...ANSWER, battleId: 'x'.repeat(41) }],
  ])('[BAT-3, BAT-60] rejects an answer with %s', (_, json) => {
    expect(passes(clientEvents['battle-answer'], json)).toBe(false)
  })

  test('[BAT-3, BAT-60] rejects any other input without throwing', () => {
    const schemas = [
      join,
      clientEvents['start-computer-battle'],
      clientEvents['battle-ready'],
      clientEvents['battle-answer'],
      clientEvents['battle-timeout'],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, json) => {
        expect(passes(schema, json)).toBe(false)
      }),
    )
  })

  test('[BAT-3] drops unknown fields', () => {
    const read = clientEvents['battle-answer'].parse(
      JSON.parse(
        '{"battleId":"battle-1","problemIndex":0,"answer":1,"responseTime":1,"__proto__":{"a":1},"b":2}',
      ),
    )
    expect(Object.keys(read)).toEqual(['battleId', 'problemIndex', 'answer', 'responseTime'])
    expect(read).not.toHaveProperty('a')
  })

  test('[BAT-3] the longest valid event is under the size limit', () => {
    const longest = { ...WISH, nickname: '🙂'.repeat(125), location: '\u0001'.repeat(250), botId: 'bot-1' }
    expect(passes(clientEvents['start-computer-battle'], longest)).toBe(true)
    const bytes = new TextEncoder().encode(JSON.stringify(['start-computer-battle', longest])).length
    expect(bytes).toBeLessThan(MAX_MESSAGE_BYTES / 2)
  })
})

describe('what the server sends', () => {
  const bot = findBot('bot-4')
  const setup = drawBattle(
    {
      battleId: 'battle-1',
      division: 'multiplication_division',
      preference: 'mixed',
      entrants: [
        { kind: 'person', playerId: TOKEN, nickname: 'SwiftFox42', location: '' },
        ...(bot ? [{ kind: 'bot' as const, bot }] : []),
      ],
      durationMs: 60_000,
      countdownSeconds: 5,
      problemCount: 150,
    },
    seededRandom(1),
  )

  test('[BAT-3, BAT-5] what the battle sends matches the contract and never contains a token', () => {
    const opened = openBattle(setup, 0).state
    const active = step(opened, { type: 'wake' }, 5000).state
    const over = step(active, { type: 'wake' }, 67_000).state
    if (opened.stage !== 'countdown' || active.stage !== 'active' || over.stage !== 'ended') {
      throw new Error('a battle counts down, is played and ends')
    }
    const sent = [
      serverEvents['battle-countdown'].parse(countdownView(opened, 0)),
      serverEvents['battle-start'].parse(startView(active, 0)),
      serverEvents['battle-start'].parse(resumeView(active, 0, 30_000)),
      serverEvents['battle-score-update'].parse(scoreUpdateView(active, 0)),
      serverEvents['battle-end'].parse(endView(over, 0)),
    ]
    expect(sent).toEqual([
      countdownView(opened, 0),
      startView(active, 0),
      resumeView(active, 0, 30_000),
      scoreUpdateView(active, 0),
      endView(over, 0),
    ])
    expect(JSON.stringify(sent)).not.toContain(TOKEN)
  })

  test('[BAT-3, BAT-12] places, refusals and notices match the contract', () => {
    expect(passes(serverEvents['queue-joined'], { position: 1 })).toBe(true)
    expect(passes(serverEvents['queue-joined'], { position: 0 })).toBe(false)
    expect(passes(serverEvents['battle-error'], { code: 'taken_over', message: 'You play elsewhere.' })).toBe(
      true,
    )
    expect(passes(serverEvents['battle-error'], { code: 'whatever', message: '' })).toBe(false)
  })
})
