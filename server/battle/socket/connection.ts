import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { EventBudget } from './event-budget.ts'
import { Liveness } from './liveness.ts'
import type { Packet } from './packets.ts'

/** The transport to one open page. */
export type Line = {
  /** Does nothing once closed. */
  readonly send: (packet: Packet) => void
  readonly close: () => void
  /** Makes the page respond soon; null if the transport cannot. */
  readonly ping: (() => void) | null
}

/**
 * A connection belongs to a player from the first event that names one. It is `outdated` once the player has continued in
 * another tab; it becomes current again only by requesting a battle.
 */
export type Connection = {
  isOpen: boolean
  readonly line: Line
  /** A key of `Callers`; null is this machine. */
  readonly address: string | null
  readonly budget: EventBudget
  readonly liveness: Liveness
  playerId: string | null
  /** When the connection was last assigned to its player, by the arena's clock. */
  boundAtMs: number
  outdated: boolean
  /** Whether the queue waits for the page to respond. */
  isAwaited: boolean
  /** Why the player could not start a battle at the last lookup, or null. */
  refusal: BattleErrorCode | null
}

/** A connection without a player; `eventsAtOnce` is its burst limit. */
export function newConnection(
  line: Line,
  address: string | null,
  eventsAtOnce: number,
  nowMs: number,
): Connection {
  return {
    isOpen: true,
    line,
    address,
    budget: new EventBudget(eventsAtOnce, nowMs),
    liveness: new Liveness(line.ping, nowMs),
    playerId: null,
    boundAtMs: nowMs,
    outdated: false,
    isAwaited: false,
    refusal: null,
  }
}
