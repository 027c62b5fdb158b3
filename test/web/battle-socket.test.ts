import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { battleRoutes } from '../../contract/battles.ts'
import { serverEvents } from '../../contract/battle-events.ts'
import { BATTLE_ERROR_CODES } from '../../contract/battle-limits.ts'
import { battleCalls } from '../../web/features/battle/battle-calls.ts'
import { historyCall } from '../../web/features/battle/stored-result.ts'
import { heardChecks, readHeard } from '../../web/features/battle/battle-socket.ts'
import { keepDigits } from '../../web/features/battle/battle-session.ts'
import { wayOf } from '../../web/features/battle/race.tsx'

const names = Object.keys(serverEvents) as (keyof typeof serverEvents)[]

const OPPONENT = { nickname: 'KindOwl7', location: '', isBot: false }
const BOT = { nickname: 'Mango Bot', location: 'Mumbai, India', isBot: true, botId: 'bot-6' }
const SCORES = [
  { nickname: 'SwiftFox42', score: 5, you: true },
  { nickname: 'KindOwl7', score: 0, you: false },
]
const PROBLEM = { operand1: 100, operand2: 10, operation: 'division', answer: 10 }
const START = { battleId: 'battle-0001', problems: [PROBLEM], opponents: [OPPONENT], duration: 60_000 }
const RESULT = { ...SCORES[0], problemsAnswered: 1, location: '', isBot: false, rank: 1 }
const END = {
  battleId: 'battle-0001',
  results: [RESULT],
  winner: { nickname: 'SwiftFox42', score: 5 },
  isWinner: true,
  playerRank: 1,
  currentPlayerNickname: 'SwiftFox42',
  immediate: false,
}

/** Events as the server sends them. */
const EVENTS: Readonly<Record<(typeof names)[number], readonly unknown[]>> = {
  'queue-joined': [{ position: 1 }],
  'battle-countdown': [
    { battleId: 'battle-0001', countdownSeconds: 5, opponents: [OPPONENT, BOT] },
    { battleId: 'battle-0001', countdownSeconds: 4, opponents: [{ ...OPPONENT, left: true }] },
  ],
  'battle-start': [
    START,
    { ...START, problemIndex: 1, scores: SCORES, problemsAnswered: 1, problemMs: 1250.5 },
  ],
  'battle-score-update': [
    { battleId: 'battle-0001', scores: SCORES },
    { battleId: 'battle-0001', scores: SCORES.map((entry) => ({ ...entry, left: true })) },
  ],
  'battle-end': [
    END,
    { ...END, winner: null, results: [] },
    { ...END, uncounted: true, results: [RESULT, { ...RESULT, left: true }] },
  ],
  'battle-error': BATTLE_ERROR_CODES.map((code) => ({ code, message: 'A sentence.' })),
}

const ANSWERS = {
  board: [[], [{ playerId: 'p1', nickname: 'KindOwl7', wins: 3, winStreak: 1, topScore: 90 }]],
  history: [
    [],
    [
      {
        battleId: 'battle-0001',
        division: 'multiplication_division',
        preference: 'mixed',
        endedAt: 1,
        winnerId: null,
        topScore: 5,
        score: 5,
        rank: 1,
        players: 2,
      },
    ],
  ],
  stats: [{ victories: 1, battles: 2, currentStreak: 0, bestStreak: 1, topScore: 55 }],
} as const

const ODD = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(-1, 0, 0.5, 1, 3, 4, 999, 1000, 5001, 1e9, 'battle-0001', 'short', 'a'.repeat(41), 'mixed'),
)

/** The same value with one of its values, however deep, left out or changed. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return ODD
  const keys = Object.keys(value)
  if (keys.length === 0) return ODD
  return fc.constantFrom(...keys).chain((key): fc.Arbitrary<unknown> => {
    const values = new Map<string, unknown>(Object.entries(value))
    const item = values.get(key)
    if (Array.isArray(value)) return fc.array(fc.oneof(fc.constant(item), broken(item)), { maxLength: 4 })
    const changed = broken(item).map((other) => Object.fromEntries([...values, [key, other]]))
    const without = fc.constant(Object.fromEntries([...values].filter(([name]) => name !== key)))
    return fc.oneof(changed, without)
  })
}

test.each(names)('[BAT-6] the browser takes an event %s exactly when the contract does', (name) => {
  for (const event of EVENTS[name]) expect(heardChecks[name](event), JSON.stringify(event)).toBe(true)
  fc.assert(
    fc.property(fc.oneof(ODD, ...EVENTS[name].map(broken)), (json) => {
      expect(heardChecks[name](json)).toBe(z.safeParse(serverEvents[name], json).success)
    }),
    { numRuns: 600 },
  )
})

test('[BAT-6] who has left is marked with true and nothing else', () => {
  for (const left of [false, null, 1, 'true']) {
    for (const [name, event] of [
      ['battle-score-update', { battleId: 'battle-0001', scores: [{ ...SCORES[0], left }] }],
      [
        'battle-countdown',
        { battleId: 'battle-0001', countdownSeconds: 5, opponents: [{ ...OPPONENT, left }] },
      ],
    ] as const) {
      expect(z.safeParse(serverEvents[name], event).success).toBe(false)
      expect(heardChecks[name](event)).toBe(false)
    }
  }
})

test('[BAT-6] what is no event of a battle is left out, whatever it is called', () => {
  expect(readHeard('queue-joined', { position: 2 })).toEqual({
    name: 'queue-joined',
    payload: { position: 2 },
  })
  for (const name of ['queue-left', 'constructor', '__proto__', 'toString', '']) {
    expect(readHeard(name, { position: 2 })).toBeNull()
  }
})

test.each(['board', 'history', 'stats'] as const)(
  '[BAT-6] the browser takes an answer of %s exactly when the contract does',
  (name) => {
    const { accepts, method, path } = { ...battleCalls, history: historyCall }[name]
    const route = battleRoutes[name]
    expect({ method, path }).toEqual({ method: route.method, path: route.path })
    for (const answer of ANSWERS[name]) expect(accepts(answer)).toBe(true)
    fc.assert(
      fc.property(fc.oneof(ODD, ...ANSWERS[name].map(broken)), (json) => {
        expect(accepts(json)).toBe(z.safeParse(route.answer, json).success)
      }),
      { numRuns: 400 },
    )
  },
)

test('[BAT-86] the answer box takes digits only, and three at most', () => {
  expect(keepDigits('12')).toBe('12')
  expect(keepDigits('-1.5a')).toBe('15')
  expect(keepDigits('12345')).toBe('123')
  expect(keepDigits('x')).toBe('')
})

test('[BAT-87] a mark in the race goes forward with every point, by small steps, and never off its lane', () => {
  const points = fc.integer({ min: 0, max: 5000 })
  fc.assert(
    fc.property(points, (score) => {
      const step = wayOf(score + 5) - wayOf(score)
      expect(step).toBeGreaterThan(0)
      expect(step).toBeLessThan(0.08)
      expect(wayOf(score)).toBeLessThan(1)
    }),
  )
  expect(wayOf(0)).toBe(0)
})
