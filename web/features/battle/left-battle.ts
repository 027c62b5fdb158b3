import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { hasShape, isBoolean, isText, type Check } from '../../lib/shape.ts'
import { readSite } from '../../lib/site.ts'
import { createStore, type DurableStore } from '../../lib/storage.ts'
import { type BattleFlow, keptOf } from './battle-flow.ts'
import type { BattleLine, OpenBattleLine } from './battle-socket.ts'

const LEFT_KEY = 'tenfold.leftBattle'

/** The battle that this tab left last; `isOwed` until the referee could be told. */
type LeftBattle = { readonly battleId: string; readonly isOwed: boolean }

/** Of the tab, as the battle it is in: a reload before the line is back owes it still. */
const tabStore: DurableStore = createStore(() => window.sessionStorage)

const isLeft: Check<LeftBattle> = hasShape({ battleId: isText, isOwed: isBoolean })

export function leftBattle(): LeftBattle | null {
  return tabStore.read(LEFT_KEY, (json) => (isLeft(json) ? json : null))
}

export function keepLeft(left: LeftBattle): void {
  tabStore.write(LEFT_KEY, left)
}

/** What is left when the flow goes elsewhere on purpose; null out of a battle in which all was played. */
export function leftBy(flow: BattleFlow): LeftBattle | null {
  if (flow.stage !== 'battle') return null
  const { play } = flow
  if (play.stage !== 'waiting' && play.stage !== 'active') return null
  const kept = keptOf(flow)
  return kept && { battleId: kept.battleId, isOwed: play.link === 'away' }
}

/** Tells the referee what is owed, on a line that is open now. False where nothing is. */
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

/** No line of its own any more for what is owed: whoever opens the next one tells it there. */
export function tellNoMore(): void {
  stop()
}

/** Tells the referee as soon as there is a line again, wherever the child is meanwhile; after the battle it is given up. */
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
