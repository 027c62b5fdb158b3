import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serverEvents } from '../../contract/battle-events.ts'
import { eventChecks } from '../../web/generated/battle-events.ts'
import { readServerMessage } from '../../web/features/battle/battle-socket.ts'
import { keepDigits } from '../../web/features/battle/battle-session.ts'
import { lanePosition } from '../../web/features/battle/race.tsx'

const OPPONENT = { nickname: 'KindOwl7', location: '', isBot: false }
const SCORE = { nickname: 'SwiftFox42', score: 5, you: true }

test('[BAT-6] accepts only true as the mark of a player who left', () => {
  for (const left of [false, null, 1, 'true']) {
    for (const [name, event] of [
      ['battle-score-update', { battleId: 'battle-0001', scores: [{ ...SCORE, left }] }],
      [
        'battle-countdown',
        { battleId: 'battle-0001', countdownSeconds: 5, opponents: [{ ...OPPONENT, left }] },
      ],
    ] as const) {
      expect(z.safeParse(serverEvents[name], event).success).toBe(false)
      expect(eventChecks[name](event)).toBe(false)
    }
  }
})

test('[BAT-6] ignores anything that is not a battle event, whatever its name', () => {
  expect(readServerMessage('queue-joined', { position: 2 })).toEqual({
    name: 'queue-joined',
    payload: { position: 2 },
  })
  for (const name of ['queue-left', 'constructor', '__proto__', 'toString', '']) {
    expect(readServerMessage(name, { position: 2 })).toBeNull()
  }
})

test('[BAT-86] the answer box accepts only digits, at most three', () => {
  expect(keepDigits('12')).toBe('12')
  expect(keepDigits('-15a')).toBe('15')
  expect(keepDigits('12345')).toBe('123')
  expect(keepDigits('١٢')).toBe('12')
  for (const text of ['x', '.', ',5']) expect(keepDigits(text)).toBe('')
})

test.each(['7,5', '7.5', '7٫5', '٧٫٥', '-7,50', '7..5,5', '７．５', '７，５', '7،5', '7。5', '7·5'])(
  '[BAT-86] %s, typed or pasted, is 7: digits after a decimal point are ignored',
  (text) => {
    const typed = [...text].reduce((draft, character) => keepDigits(draft + character), '')
    expect([typed, keepDigits(text)].map(Number)).toEqual([7, 7])
  },
)

test('[BAT-87] a mark in the race advances with every point, in small steps, and never leaves its lane', () => {
  const points = fc.integer({ min: 0, max: 5000 })
  fc.assert(
    fc.property(points, (score) => {
      const step = lanePosition(score + 5) - lanePosition(score)
      expect(step).toBeGreaterThan(0)
      expect(step).toBeLessThan(0.08)
      expect(lanePosition(score)).toBeLessThan(1)
    }),
  )
  expect(lanePosition(0)).toBe(0)
})
