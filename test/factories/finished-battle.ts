import { randomUUID } from 'node:crypto'
import type { BotId } from '../../domain/bot.ts'
import type { FinishedBattle, FinishedPlayer } from '../../server/battle/port.ts'
import type { ChangeGuest } from '../../server/guest/port.ts'
import { DAY, guestRecord } from './guests.ts'

type Result = Partial<
  Pick<FinishedPlayer, 'score' | 'problemsAnswered' | 'responseTimeMs' | 'rank' | 'isWinner' | 'left'>
>

const lost = {
  score: 20,
  problemsAnswered: 5,
  responseTimeMs: 50_000,
  rank: 2,
  isWinner: false,
  left: false,
}

/** A person's result; without `change` an unknown guest is made, whose public id is the start of the hash. */
export function person(
  tokenHash: string,
  result: Result = {},
  change: ChangeGuest = (known) => known ?? guestRecord({ publicId: tokenHash.slice(0, 16) }),
): FinishedPlayer {
  return { kind: 'person', tokenHash, change, ...lost, ...result }
}

/** A bot's result. */
export function botPlayer(botId: BotId, result: Result = {}): FinishedPlayer {
  return { kind: 'bot', botId, ...lost, ...result }
}

/** What makes a result the only winner's. */
export const WON = { rank: 1, isWinner: true } as const

/** A battle as a store keeps it, ended on the day of the other factories. */
export function finishedBattle(
  players: readonly FinishedPlayer[],
  changes: Partial<Omit<FinishedBattle, 'players'>> = {},
): FinishedBattle {
  const endedAtMs = changes.endedAtMs ?? 100_000
  return {
    battleId: randomUUID(),
    division: 'addition_subtraction',
    preference: 'addition',
    startedAtMs: endedAtMs - 60_000,
    endedAtMs,
    practiceDay: DAY,
    ...changes,
    players,
  }
}
