import { EventBudget } from './event-budget.ts'
import { LineLife } from './line-life.ts'
import type { Packet } from './packets.ts'

/** The line to one open page. */
export type Line = {
  /** What is sent to a closed line is lost. */
  readonly send: (packet: Packet) => void
  readonly close: () => void
  /** Makes the page give a sign of life soon; null where there is no way to. */
  readonly ask: (() => void) | null
}

/**
 * A connection is a player's from the first event on that names one. `outdated` is one whose player has gone on in another
 * tab: it can only come back by asking for a battle.
 */
export type Connection = {
  isOpen: boolean
  readonly line: Line
  /** As `Callers` has addresses: null is this machine itself. */
  readonly address: string | null
  readonly budget: EventBudget
  readonly life: LineLife
  playerId: string | null
  /** When the line last became its player's own, by the arena's clock. */
  boundAtMs: number
  outdated: boolean
  /** Whether the queue waits for its sign of life. */
  isAwaited: boolean
  /** Whether the player had any of the day's time left when it was looked up last. */
  hasTimeLeft: boolean
}

/** A connection that is nobody's yet; it may send so many events at once. */
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
    life: new LineLife(line.ask, nowMs),
    playerId: null,
    boundAtMs: nowMs,
    outdated: false,
    isAwaited: false,
    hasTimeLeft: true,
  }
}
