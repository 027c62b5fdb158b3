import type { LocalBattles } from './live-battles.ts'

/**
 * Players who are led back to a battle of this process on a line that was never lost. Some of their answers may be lost, and the
 * referee takes none behind a gap; the page sends them again, in order. A timeout that overtakes them would end their turn.
 */
type CatchingUp = Pick<LocalBattles, 'answer' | 'timeout'> & {
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
      const isCaughtUp =
        people.size > 0 && people.has(playerId) && answer.problemIndex <= local.nextIndex(playerId)
      if (isCaughtUp) people.delete(playerId)
      local.answer(playerId, answer)
    },
    // A page that is led back says again that its time is over, behind what it sends again; if not, the clock ends the battle.
    timeout: (playerId, timeout) => {
      if (!people.has(playerId)) local.timeout(playerId, timeout)
    },
  }
}
