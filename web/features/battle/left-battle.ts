import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { hasShape, isBoolean, isText, type Check } from '../../lib/shape.ts'
import { readSite } from '../../lib/site.ts'
import { createDurableStore, type DurableStore } from '../../lib/storage.ts'
import { type BattleFlow, keptOf } from './battle-flow.ts'
import type { BattleLine, OpenBattleLine } from './battle-socket.ts'

const LEFT_KEY = 'tenfold.leftBattle'

/** The battle that this tab left last. `isOwed` until that has been sent to the referee. */
type LeftBattle = { readonly battleId: string; readonly isOwed: boolean }

/** In session storage, like the current battle: after a reload while offline, the message is still owed. */
const tabStore: DurableStore = createDurableStore(() => window.sessionStorage)

const isLeft: Check<LeftBattle> = hasShape({ battleId: isText, isOwed: isBoolean })

export function leftBattle(): LeftBattle | null {
  return tabStore.read(LEFT_KEY, (json) => (isLeft(json) ? json : null))
}

export function keepLeft(left: LeftBattle): void {
  tabStore.write(LEFT_KEY, left)
}

/** The battle that is left if the flow goes elsewhere now; null if there is none, or if the player has finished it. */
export function leftBy(flow: BattleFlow): LeftBattle | null {
  if (flow.stage !== 'battle') return null
  const { play } = flow
  if (play.stage !== 'waiting' && play.stage !== 'active') return null
  const kept = keptOf(flow)
  return kept && { battleId: kept.battleId, isOwed: play.link === 'away' }
}

/** Sends the referee an owed message on an open connection. Returns false if none is owed. */
export function tellLeft(line: BattleLine, playerId: string): boolean {
  const left = leftBattle()
  if (!left?.isOwed) return false
  line.send({ name: 'battle-ready', payload: { battleId: left.battleId, playerId } })
  line.send({ name: 'leave-battle-queue' })
  keepLeft({ ...left, isOwed: false })
  return true
}

const nothing = (): void => {}

let stop: () => void = nothing

/** Closes the connection of `tellLater`: the caller is about to open one that sends the owed message. */
export function tellNoMore(): void {
  stop()
}

/** Sends the owed message once there is a connection again, whatever page the child is on. Gives up when the battle is over. */
export function tellLater(open: OpenBattleLine, playerId: string): void {
  stop()
  const line = open({
    onConnected: () => {
      tellLeft(line, playerId)
      stop()
    },
    onDisconnected: nothing,
    onHeard: nothing,
    isUrgent: () => true,
  })
  const over = setTimeout(() => stop(), readSite().battleSeconds * 1000 + BATTLE_GRACE_MS)
  stop = () => {
    stop = nothing
    clearTimeout(over)
    line.close()
  }
}
