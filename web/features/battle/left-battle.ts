import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { hasShape, isBoolean, isText, type Check } from '../../lib/shape.ts'
import { readSite } from '../../lib/site.ts'
import { tabStore } from '../../lib/storage.ts'
import { type BattleFlow, battleToSave } from './flow-state.ts'
import type { BattleConnection, OpenBattleConnection } from './battle-socket.ts'

const LEFT_KEY = 'tenfold.leftBattle'

/**
 * The battle that this tab left last. `isUnsent` until that has been sent to the referee, also after a reload while offline.
 */
type LeftBattle = { readonly battleId: string; readonly isUnsent: boolean }

const isLeft: Check<LeftBattle> = hasShape({ battleId: isText, isUnsent: isBoolean })

/** The battle that this tab left last. */
export function readLeftBattle(): LeftBattle | null {
  return tabStore.read(LEFT_KEY, (json) => (isLeft(json) ? json : null))
}

export function saveLeftBattle(left: LeftBattle): void {
  tabStore.write(LEFT_KEY, left)
}

/** The battle that the player would leave by navigating now; null if there is none, or if the player has finished it. */
export function battleBeingLeft(flow: BattleFlow): LeftBattle | null {
  if (flow.stage !== 'battle') return null
  const { play } = flow
  if (play.stage !== 'waiting' && play.stage !== 'active') return null
  const battle = battleToSave(flow)
  return battle && { battleId: battle.battleId, isUnsent: play.link === 'away' }
}

/** Sends the referee the unsent leave message on an open connection. Returns false if there is none. */
export function sendPendingLeave(connection: BattleConnection, playerId: string): boolean {
  const left = readLeftBattle()
  if (!left?.isUnsent) return false
  connection.send({ name: 'battle-ready', payload: { battleId: left.battleId, playerId } })
  connection.send({ name: 'leave-battle-queue' })
  saveLeftBattle({ ...left, isUnsent: false })
  return true
}

const nothing = (): void => {}

let stop: () => void = nothing

/** Closes the connection of `sendPendingLeaveOnReconnect`: the caller is about to open one that sends the message. */
export function cancelPendingLeave(): void {
  stop()
}

/** Sends the leave message once there is a connection again, whatever page the child is on. Gives up when the battle is over. */
export function sendPendingLeaveOnReconnect(open: OpenBattleConnection, playerId: string): void {
  stop()
  const connection = open({
    onConnected: () => {
      sendPendingLeave(connection, playerId)
      stop()
    },
    onDisconnected: nothing,
    onMessage: nothing,
    isUrgent: () => true,
  })
  const over = setTimeout(() => stop(), readSite().battleSeconds * 1000 + BATTLE_GRACE_MS)
  stop = () => {
    stop = nothing
    clearTimeout(over)
    connection.close()
  }
}
