import type { LocalBattles } from './live-battles.ts'

/**
 * Players who resume a battle of this process on a connection that was never closed. Some of their answers may be lost, and the
 * referee accepts none after a gap; the page sends them again, in order. A timeout that arrives before them would end their turn.
 */
type CatchingUp = Pick<LocalBattles, 'answer' | 'timeout'> & {
  /** Some of the player's answers may be lost. */
  begin(playerId: string): void
  /** The player is no longer in a battle of this process. */
  remove(playerId: string): void
}

export function catchingUp(local: Pick<LocalBattles, 'answer' | 'timeout' | 'nextIndex'>): CatchingUp {
  const people = new Set<string>()
  return {
    begin: (playerId) => void people.add(playerId),
    remove: (playerId) => void people.delete(playerId),
    answer: (playerId, answer) => {
      const isCaughtUp =
        people.size > 0 && people.has(playerId) && answer.problemIndex <= local.nextIndex(playerId)
      if (isCaughtUp) people.delete(playerId)
      local.answer(playerId, answer)
    },
    // A resumed page sends its timeout again, after its answers; if it does not, the clock ends the battle.
    timeout: (playerId, timeout) => {
      if (!people.has(playerId)) local.timeout(playerId, timeout)
    },
  }
}
