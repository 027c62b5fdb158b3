import type { BattlesHeard } from '../referee/live-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId } from './shared-port.ts'

type PlayerLinesNeeds = {
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
}

/** The way to the people who play at this process: to their pages here, or to the processes that have the lines to them. */
export type PlayerLines = Pick<BattlesHeard, 'tell' | 'refuse' | 'shown'> & {
  /** The player is in this battle, or in none any more, which the process of the line has to know. */
  began(playerId: string, battleId: string): void
  ended(playerId: string): void
  /** The player's line is at that process from now on. */
  comesFrom(playerId: string, process: ProcessId): void
  /** The line is here, or nowhere. False where that is nothing new. */
  forget(playerId: string): boolean
  /** The process that has the line; undefined where it is not another one. */
  of(playerId: string): ProcessId | undefined
  /** Everybody whose line is at another process. */
  away(): Iterable<readonly [playerId: string, process: ProcessId]>
}

export function playerLines(
  { outbox, me }: PlayerLinesNeeds,
  here: Pick<BattlesHeard, 'tell' | 'refuse' | 'shown'>,
): PlayerLines {
  const lineOwners = new Map<string, ProcessId>()

  return {
    tell: (playerId, packet) => {
      const home = lineOwners.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.tell(playerId, packet))
      else outbox.batch().tell(playerId, home, { type: 'packet', playerId, packet })
    },
    refuse: (playerId, code) => {
      const home = lineOwners.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.refuse(playerId, code))
      else outbox.batch().tell(playerId, home, { type: 'refused', playerId, code })
    },
    shown: (playerId) => {
      const home = lineOwners.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.shown(playerId))
      else outbox.batch().tell(playerId, home, { type: 'problem_shown', playerId })
    },
    began: (playerId, battleId) => {
      const home = lineOwners.get(playerId)
      if (home !== undefined)
        outbox.batch().tell(playerId, home, { type: 'battle_began', playerId, battleId })
    },
    ended: (playerId) => {
      const home = lineOwners.get(playerId)
      if (home !== undefined) outbox.batch().tell(playerId, home, { type: 'battle_over', playerId })
    },
    comesFrom: (playerId, process) => {
      if (process === me()) lineOwners.delete(playerId)
      else lineOwners.set(playerId, process)
    },
    forget: (playerId) => lineOwners.delete(playerId),
    of: (playerId) => lineOwners.get(playerId),
    away: () => lineOwners.entries(),
  }
}
