import type { BattlesHeard } from './live-battles.ts'
import type { Outbox } from './shared-outbox.ts'
import type { ProcessId } from './shared-port.ts'

export type PlayerHomesNeeds = {
  readonly outbox: Outbox
  readonly me: () => ProcessId
}

/** The way to the people who play at this process: to their pages here, or to the processes that have the lines to them. */
export type PlayerHomes = Pick<BattlesHeard, 'tell' | 'refuse' | 'shown'> & {
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

export function playerHomes(
  { outbox, me }: PlayerHomesNeeds,
  here: Pick<BattlesHeard, 'tell' | 'refuse' | 'shown'>,
): PlayerHomes {
  const homes = new Map<string, ProcessId>()

  return {
    tell: (playerId, packet) => {
      const home = homes.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.tell(playerId, packet))
      else outbox.batch().line(playerId, home, `T ${playerId} ${packet}`)
    },
    refuse: (playerId, code) => {
      const home = homes.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.refuse(playerId, code))
      else outbox.batch().line(playerId, home, `F ${playerId} ${code}`)
    },
    shown: (playerId) => {
      const home = homes.get(playerId)
      if (home === undefined) outbox.batch().effect(playerId, () => here.shown(playerId))
      else outbox.batch().line(playerId, home, `W ${playerId}`)
    },
    began: (playerId, battleId) => {
      const home = homes.get(playerId)
      if (home !== undefined) outbox.batch().line(playerId, home, `B ${playerId} ${battleId}`)
    },
    ended: (playerId) => {
      const home = homes.get(playerId)
      if (home !== undefined) outbox.batch().line(playerId, home, `E ${playerId}`)
    },
    comesFrom: (playerId, process) => {
      if (process === me()) homes.delete(playerId)
      else homes.set(playerId, process)
    },
    forget: (playerId) => homes.delete(playerId),
    of: (playerId) => homes.get(playerId),
    away: () => homes.entries(),
  }
}
