import type { LocalBattles } from './live-battles.ts'

/**
 * Who is led back to a battle of this process on a line that was never lost: answers on their way before those that were lost are not
 * taken, because the page sends all of them again, in order.
 */
export type CatchingUp = Pick<LocalBattles, 'answer' | 'timeout'> & {
  /** Something of what the player sent may be lost. */
  begin(playerId: string): void
  /** The player is in no battle of this process any more. */
  forget(playerId: string): void
}

export function catchingUp(local: Pick<LocalBattles, 'answer' | 'timeout' | 'nextIndex'>): CatchingUp {
  const people = new Set<string>()
  return {
    begin: (playerId) => void people.add(playerId),
    forget: (playerId) => void people.delete(playerId),
    answer: (playerId, answer) => {
      if (people.size > 0 && people.has(playerId)) {
        if (answer.problemIndex > local.nextIndex(playerId)) return
        people.delete(playerId)
      }
      local.answer(playerId, answer)
    },
    // A page that is led back says again that its time is over, behind what it sends again; if not, the clock ends the battle.
    timeout: (playerId, timeout) => {
      if (!people.has(playerId)) local.timeout(playerId, timeout)
    },
  }
}
