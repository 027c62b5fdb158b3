import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { hasShape, isBoolean, isText, type Check } from '../../lib/shape.ts'
import { readSite } from '../../lib/site.ts'
import { tabStore } from '../../lib/storage.ts'
import { type BattleFlow, battleToSave } from './flow-state.ts'
import type { BattleConnection, OpenBattleConnection } from './battle-socket.ts'

const LEFT_KEY = 'tenfold.leftBattle'

/**
 * The battle that this tab left last. `isOwed` until that has been sent to the referee, also after a reload while offline.
 */
type LeftBattle = { readonly battleId: string; readonly isOwed: boolean }

const isLeft: Check<LeftBattle> = hasShape({ battleId: isText, isOwed: isBoolean })

/** The battle that this tab left last. */
export function readLeftBattle(): LeftBattle | null {
  return tabStore.read(LEFT_KEY, (json) => (isLeft(json) ? json : null))
}

export function saveLeftBattle(left: LeftBattle): void {
  tabStore.write(LEFT_KEY, left)
}

/** The battle that is left if the flow goes elsewhere now; null if there is none, or if the player has finished it. */
export function battleBeingLeft(flow: BattleFlow): LeftBattle | null {
  if (flow.stage !== 'battle') return null
  const { play } = flow
  if (play.stage !== 'waiting' && play.stage !== 'active') return null
  const battle = battleToSave(flow)
  return battle && { battleId: battle.battleId, isOwed: play.link === 'away' }
}

/** Sends the referee an owed message on an open connection. Returns false if none is owed. */
export function sendOwedLeave(connection: BattleConnection, playerId: string): boolean {
  const left = readLeftBattle()
  if (!left?.isOwed) return false
  connection.send({ name: 'battle-ready', payload: { battleId: left.battleId, playerId } })
  connection.send({ name: 'leave-battle-queue' })
  saveLeftBattle({ ...left, isOwed: false })
  return true
}

const nothing = (): void => {}

let stop: () => void = nothing

/** Closes the connection of `sendOwedLeaveOnReconnect`: the caller is about to open one that sends the owed message. */
export function cancelOwedLeave(): void {
  stop()
}

/** Sends the owed message once there is a connection again, whatever page the child is on. Gives up when the battle is over. */
export function sendOwedLeaveOnReconnect(open: OpenBattleConnection, playerId: string): void {
  stop()
  const connection = open({
    onConnected: () => {
      sendOwedLeave(connection, playerId)
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
