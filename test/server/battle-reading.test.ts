import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientEvents } from '../../contract/battle-events.ts'
import { openBattle } from '../../domain/battle.ts'
import type { BattleSetup, SeatProgress } from '../../domain/battle-state.ts'
import { scoresOf } from '../../domain/battle-view.ts'
import { frameHead } from '../../server/battle/socket/direct-socket.ts'
import { packetOf, scoreWriter } from '../../server/battle/socket/packets.ts'
import { readAnswer, readEvent } from '../../server/battle/socket/read-event.ts'
import { readPacket } from '../../server/battle/socket/socket-parser.ts'

const number = fc.oneof(
  fc.integer({ min: -2, max: 1001 }),
  fc.double(),
  fc.constantFrom(-0, 999, 1000, 3_600_000, 3_600_001, Number.NaN, Infinity),
)
const anything = fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null), fc.constant(undefined))
const battleId = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{7,41}$/), fc.string(), anything)
const answer = fc.record({
  battleId: fc.oneof(
    { weight: 5, arbitrary: fc.constant('aBcDeFgHiJkLmNoP') },
    { weight: 1, arbitrary: battleId },
  ),
  problemIndex: fc.oneof({ weight: 5, arbitrary: number }, { weight: 1, arbitrary: anything }),
  answer: fc.oneof({ weight: 5, arbitrary: number }, { weight: 1, arbitrary: anything }),
  responseTime: fc.oneof({ weight: 5, arbitrary: number }, { weight: 1, arbitrary: anything }),
})

test('[BAT-3] an answer read by hand is taken, and read, exactly as the contract does', () => {
  fc.assert(
    fc.property(fc.oneof(answer, anything), fc.boolean(), (payload, more) => {
      const sent = more && typeof payload === 'object' && payload !== null ? { ...payload, more } : payload
      const judged = clientEvents['battle-answer'].safeParse(sent)
      expect(readAnswer(sent)).toEqual(judged.success ? judged.data : null)
    }),
    { numRuns: 5000 },
  )
})

test('[BAT-26] score updates equal their view, whatever the names, the scores and the players who left', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.nat(5000), fc.constantFrom('here', 'away', 'left'), fc.option(fc.nat())), {
        minLength: 2,
        maxLength: 3,
      }),
      (players) => {
        const setup: BattleSetup = {
          battleId: 'aBcDeFgHiJkLmNoP',
          division: 'addition_subtraction',
          preference: 'mixed',
          problems: [],
          players: players.map(([nickname], at) => ({
            kind: 'person',
            playerId: `p${at}`,
            nickname,
            location: '',
          })),
          durationMs: 60_000,
          countdownSeconds: 0,
        }
        const opened = openBattle(setup, 0).state
        if (opened.stage !== 'active') throw new Error('a battle without a countdown has begun')
        const seats = opened.seats.map((seat, at): SeatProgress => ({
          ...seat,
          score: players[at]?.[1] ?? 0,
          presence: players[at]?.[2] ?? 'here',
          leftAtMs: players[at]?.[3] ?? null,
        }))
        const write = scoreWriter(setup)
        for (const seat of seats.keys()) {
          const scores = scoresOf({ ...opened, seats }, seat)
          const { battleId } = setup
          expect(write(seats, seat)).toBe(packetOf('battle-score-update', { battleId, scores }))
        }
      },
    ),
  )
})

test('[BAT-60] a packet is an event, something else, or none of this protocol', () => {
  expect(readPacket('2["battle-ready",{"battleId":"x"}]')).toEqual(['battle-ready', { battleId: 'x' }])
  expect(readPacket('217["battle-ready",null,3]')).toEqual(['battle-ready', null])
  expect(readPacket('2[]')).toEqual([undefined, undefined])
  for (const other of ['', '0', '1', '0{"token":1}', '51-["x",{"_placeholder":true,"num":0}]']) {
    expect(readPacket(other)).toBeNull()
  }
  for (const none of ['2', '2{}', '2["battle-ready"', '2/admin,["x"]']) {
    expect(() => readPacket(none)).toThrow()
  }
})

const WISH = {
  playerId: 'aBcDeFgHiJkLmNoP',
  nickname: 'SwiftFox42',
  location: 'Sacramento',
  division: 'addition_subtraction',
  preference: 'addition',
}

function codeOf(name: 'join-battle-queue' | 'start-computer-battle', payload: unknown): string {
  const read = readEvent(name, payload)
  return read.ok ? 'fine' : read.code
}

test('[BAT-1, BAT-60] a queue or a bot that does not exist is called by its name, anything else a bad event', () => {
  expect(codeOf('join-battle-queue', WISH)).toBe('fine')
  expect(codeOf('join-battle-queue', { ...WISH, division: 'fractions' })).toBe('unknown_queue')
  expect(codeOf('join-battle-queue', { ...WISH, preference: 'division' })).toBe('unknown_queue')
  expect(codeOf('start-computer-battle', { ...WISH, botId: 'bot-7' })).toBe('unknown_bot')
  expect(codeOf('join-battle-queue', { ...WISH, playerId: 'short', division: 'x' })).toBe('bad_event')
  expect(codeOf('join-battle-queue', JSON.parse('{"__proto__":{"division":"x"}}'))).toBe('bad_event')
})

function bytesOf(length: number): number[] {
  return [...Buffer.from(frameHead(length), 'latin1')]
}

test('[BAT-3] a text of any length gets the frame head that its bytes ask for', () => {
  expect(bytesOf(0)).toEqual([0x81, 0])
  expect(bytesOf(125)).toEqual([0x81, 125])
  expect(bytesOf(126)).toEqual([0x81, 126, 0, 126])
  expect(bytesOf(65_535)).toEqual([0x81, 126, 255, 255])
  expect(bytesOf(65_536)).toEqual([0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0])
  expect(bytesOf(0x01020304)).toEqual([0x81, 127, 0, 0, 0, 0, 1, 2, 3, 4])
})

function totalsOf(finalScore: unknown, problemsAnswered: unknown) {
  const read = readEvent('battle-timeout', { battleId: 'aBcDeFgHiJkLmNoP', finalScore, problemsAnswered })
  if (!read.ok) return read.code
  const { event } = read
  return event.name === 'battle-timeout' && [event.payload.finalScore, event.payload.problemsAnswered]
}

test('[BAT-27, BAT-60] totals out of bounds are limited to the bounds and end the turn; anything but a whole number is refused', () => {
  expect(totalsOf(55, 12)).toEqual([55, 12])
  expect(totalsOf(5001, 1001)).toEqual([5000, 1000])
  expect(totalsOf(-3, -1)).toEqual([0, 0])
  expect(totalsOf(1e300, Infinity)).toEqual([5000, 1000])
  for (const wrong of ['55', null, undefined, [5], 1.5, Number.NaN]) {
    expect(totalsOf(wrong, 12)).toBe('bad_event')
    expect(totalsOf(55, wrong)).toBe('bad_event')
  }
  expect(readEvent('battle-timeout', null)).toEqual({ ok: false, code: 'bad_event' })
})
