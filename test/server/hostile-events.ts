import type { Random } from '../../domain/fact-selection.ts'

const HUGE = 'x'.repeat(4000)
const NAMES = [
  'join-battle-queue',
  'leave-battle-queue-now',
  'start-computer-battle',
  'battle-ready',
  'battle-answer',
  'battle-timeout',
  'battle-end',
  '__proto__',
  'constructor',
  'toString',
  '',
  HUGE,
]

/** An event that nobody may send: wrong types, huge texts, prototype names, numbers out of bounds, forged fields. */
export function hostileEvent(random: Random, playerId: string, battleId: string): [string, unknown] {
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const value = (): unknown =>
    oneOf<unknown>([
      null,
      undefined,
      true,
      -1,
      0.5,
      1e308,
      Number.NaN,
      '',
      '__proto__',
      HUGE,
      [],
      [[[[]]]],
      {},
      { length: 1e9 },
      { toString: null, valueOf: 1 },
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ])
  const fields: Record<string, unknown> = {
    playerId,
    battleId,
    nickname: value(),
    location: value(),
    division: value(),
    preference: value(),
    botId: value(),
    problemIndex: value(),
    answer: value(),
    responseTime: value(),
    finalScore: value(),
    problemsAnswered: value(),
    score: 5000,
  }
  return [oneOf(NAMES), random() < 0.5 ? value() : fields]
}
