import type { BattleListener } from '../referee/live-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId } from './shared-port.ts'

type PlayerLinesNeeds = {
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
}

/** Sends to the players of this process's battles: to their pages here, or to the processes with their connections. */
export type PlayerLines = Pick<BattleListener, 'send' | 'refuse' | 'shown'> & {
  /** Notifies the line owner, if it is another process, that the player is in this battle. */
  began(playerId: string, battleId: string): void
  /** Notifies it that the player's battle has ended. */
  ended(playerId: string): void
  /** The player is connected to that process from now on. */
  comesFrom(playerId: string, process: ProcessId): void
  /** The player is connected here or not at all. False if that was already so. */
  remove(playerId: string): boolean
  /** The line owner; undefined if that is no other process. */
  of(playerId: string): ProcessId | undefined
  /** The players connected to other processes. */
  elsewhere(): Iterable<readonly [playerId: string, process: ProcessId]>
}

export function playerLines(
  { outbox, me }: PlayerLinesNeeds,
  here: Pick<BattleListener, 'send' | 'refuse' | 'shown'>,
): PlayerLines {
  const lineOwners = new Map<string, ProcessId>()

  return {
    send: (playerId, packet) => {
      const owner = lineOwners.get(playerId)
      if (owner === undefined) outbox.batch().effect(playerId, () => here.send(playerId, packet))
      else outbox.batch().send(playerId, owner, { type: 'packet', playerId, packet })
    },
    refuse: (playerId, code) => {
      const owner = lineOwners.get(playerId)
      if (owner === undefined) outbox.batch().effect(playerId, () => here.refuse(playerId, code))
      else outbox.batch().send(playerId, owner, { type: 'refused', playerId, code })
    },
    shown: (playerId) => {
      const owner = lineOwners.get(playerId)
      if (owner === undefined) outbox.batch().effect(playerId, () => here.shown(playerId))
      else outbox.batch().send(playerId, owner, { type: 'problem_shown', playerId })
    },
    began: (playerId, battleId) => {
      const owner = lineOwners.get(playerId)
      if (owner !== undefined)
        outbox.batch().send(playerId, owner, { type: 'battle_began', playerId, battleId })
    },
    ended: (playerId) => {
      const owner = lineOwners.get(playerId)
      if (owner !== undefined) outbox.batch().send(playerId, owner, { type: 'battle_over', playerId })
    },
    comesFrom: (playerId, process) => {
      if (process === me()) lineOwners.delete(playerId)
      else lineOwners.set(playerId, process)
    },
    remove: (playerId) => lineOwners.delete(playerId),
    of: (playerId) => lineOwners.get(playerId),
    elsewhere: () => lineOwners.entries(),
  }
}
