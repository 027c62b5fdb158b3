import { clientEvents, type ClientEventName } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-events.ts'
import type { AddressShares } from './socket/address-shares.ts'
import type { BattleQueue } from './queue/battle-queue.ts'
import type { ArenaClock } from './referee/clock.ts'
import { newConnection, type Connection, type Line } from './socket/connection.ts'
import { livenessMonitor } from './socket/liveness.ts'
import type { LiveBattles } from './referee/live-battles.ts'
import { type Packet, refusalPacket } from './socket/packets.ts'
import { pageEvents } from './socket/page-events.ts'

/** Callbacks for metrics and the log. */
export type GatewayCounts = {
  readonly refused: (code: BattleErrorCode) => void
  readonly answered: () => void
  /** A connection was closed because it sent too much. */
  readonly flooded: () => void
  /** Handling an event threw an error; the event is lost. */
  readonly failed: (event: string, error: unknown) => void
}

export type GatewayNeeds = {
  readonly clock: ArenaClock
  readonly queue: BattleQueue
  readonly battles: LiveBattles
  readonly shares: Pick<AddressShares, 'mayStart'>
  readonly counts: GatewayCounts
  /** The nickname if others may see it, else null. */
  readonly allowedNickname: (text: string) => string | null
  /** Whether the player was deleted a short while ago. */
  readonly isDeleted: (playerId: string) => boolean
  /** How many events a connection may send in a burst. */
  readonly eventsAtOnce: number
  /** Makes the player id used behind the gateway; tokens never go beyond it. */
  readonly tokenHash: (token: string) => string
  /** Set when several processes share the arena. */
  readonly cluster?: ClusterPages
}

/** Tells the other processes which pages are connected here. */
export type ClusterPages = {
  /** The player's page has been connected here since `sinceMs`. */
  readonly connected: (playerId: string, sinceMs: number) => void
  readonly disconnected: (playerId: string) => void
}

/** The gateway's end of one connection. */
export type GatewayLine = {
  /** An unvalidated event. */
  receive(name: unknown, payload: unknown): void
  /** The page sent something other than an event, such as a pong. */
  receiveOther(): void
  /** Why the player who is about to join may not start a battle, or null. */
  lookedUp(refusal: BattleErrorCode | null): void
  /** The connection is closed. */
  closed(): void
}

export type Gateway = {
  connect(line: Line, address: string | null): GatewayLine
  /** Sends to the player's page; does nothing if it is not connected here. */
  send(playerId: string, packet: Packet): void
  refuse(playerId: string, code: BattleErrorCode): void
  /** Pings the player's page on behalf of the queue, which is notified with `alive`. */
  ping(playerId: string): void
  /** The player was sent the problems, at the start or after a reconnect. */
  shown(playerId: string): void
  /** Removes a deleted player from queue and battle, and closes the connection. */
  removePlayer(playerId: string): void
  /**
   * The player's page connected to another process at `sinceMs`. The message may be late: if the player has reconnected
   * here since then, the other processes are notified again.
   */
  takenOver(playerId: string, sinceMs: number): void
  /** Whether the player's page is connected here. */
  has(playerId: string): boolean
  /** Tells the other processes again which pages are connected here. */
  announcePages(): void
  /** Stops accepting players. Empties the queue and notifies those players, unless other processes can serve them. */
  drain(): void
  /** The address that `connect` got for the player's page. */
  addressOf(playerId: string): string | null
  /** The number of open connections. */
  connections(): number
}

/** Owns the connections of Math Battles: knows their players, detects silence, limits what they send, and sends events to players. */
export class BattleGateway implements Gateway {
  readonly #needs: GatewayNeeds
  readonly #current = new Map<string, Connection>()
  readonly #monitor: ReturnType<typeof livenessMonitor>
  readonly #act: ReturnType<typeof pageEvents>
  #open = 0
  #isDraining = false

  constructor(needs: GatewayNeeds) {
    this.#needs = needs
    this.#monitor = livenessMonitor(needs.clock)
    this.#act = pageEvents({
      ...needs,
      isShared: needs.cluster !== undefined,
      isDraining: () => this.#isDraining,
      isCurrent: (connection, playerId) => this.#current.get(playerId) === connection,
      bind: (connection, playerId) => this.#bind(connection, playerId),
      refuse: (connection, code) => this.#refuseLine(connection, code),
    })
  }

  #refuseLine(connection: Connection, code: BattleErrorCode): void {
    this.#needs.counts.refused(code)
    connection.line.send(refusalPacket(code))
  }

  #notifyQueue(connection: Connection): void {
    const { isAwaited, playerId } = connection
    connection.isAwaited = false
    if (isAwaited && playerId !== null) this.#needs.queue.alive(playerId)
  }

  /** Assigns the connection to the player, replacing an earlier tab. False if it belongs to another player. */
  #bind(connection: Connection, playerId: string): boolean {
    const isOthers = connection.playerId !== null && connection.playerId !== playerId
    if (isOthers || this.#needs.isDeleted(playerId)) {
      this.#refuseLine(connection, 'bad_event')
      return false
    }
    const before = this.#current.get(playerId)
    if (before === connection) return true
    if (before) {
      before.outdated = true
      this.#refuseLine(before, 'taken_over')
    }
    connection.playerId = playerId
    connection.outdated = false
    connection.boundAtMs = this.#needs.clock.nowMs()
    this.#current.set(playerId, connection)
    this.#needs.cluster?.connected(playerId, connection.boundAtMs)
    if (before) this.#notifyQueue(before)
    // The new page has not received what was sent to the last one.
    const nowMs = this.#needs.clock.nowMs()
    this.#needs.battles.drop(playerId, before?.liveness.silentSinceMs(nowMs) ?? nowMs)
    return true
  }

  /** Called before an event is handled, so that silence is not charged to the player. True if the connection was silent. */
  #endSilence(connection: Connection, nowMs: number): boolean {
    const { liveness, playerId } = connection
    const sinceMs = liveness.silentSinceMs(nowMs)
    liveness.received(nowMs)
    if (sinceMs === nowMs || playerId === null || this.#current.get(playerId) !== connection) return false
    this.#needs.battles.silent(playerId, sinceMs)
    return true
  }

  /** Schedules a ping for when an answer to the current problem should have been sent. */
  #schedulePing({ liveness, playerId }: Connection, name: string, nowMs: number): void {
    const isTimed = name !== 'battle-answer' && playerId !== null
    liveness.pingAfter(isTimed ? this.#needs.battles.timedSinceMs(playerId) : nowMs, nowMs)
    this.#monitor.watch(liveness)
  }

  /** Whether the connection's rate limit allows this. A connection that keeps exceeding it is closed. */
  #isAllowed(connection: Connection, name: unknown, nowMs: number): boolean {
    const verdict = connection.budget.take(name, nowMs)
    if (verdict === 'taken') return true
    if (verdict === 'first_dropped') {
      this.#refuseLine(connection, 'too_many_events')
      return false
    }
    this.#needs.counts.refused('too_many_events')
    if (verdict === 'hopeless') {
      this.#needs.counts.flooded()
      connection.line.close()
    }
    return false
  }

  #receive(connection: Connection, name: unknown, payload: unknown): void {
    if (!connection.isOpen) return
    const nowMs = this.#needs.clock.nowMs()
    this.#notifyQueue(connection)
    // Any other event may have been sent before the page received its problem.
    if (name === 'battle-answer' || !connection.liveness.isUnconfirmed) this.#endSilence(connection, nowMs)
    // Leaving is allowed even over the rate limit.
    if (!this.#isAllowed(connection, name, nowMs) && name !== 'leave-battle-queue') return
    if (typeof name !== 'string' || !Object.hasOwn(clientEvents, name)) {
      return this.#refuseLine(connection, 'bad_event')
    }
    try {
      this.#act(connection, name as ClientEventName, payload)
    } catch (error) {
      this.#needs.counts.failed(name, error)
      this.#refuseLine(connection, 'internal')
    }
    this.#schedulePing(connection, name, nowMs)
  }

  #receiveOther(connection: Connection): void {
    const nowMs = this.#needs.clock.nowMs()
    if (!connection.isOpen || !this.#isAllowed(connection, null, nowMs)) return
    this.#notifyQueue(connection)
    const { isUnconfirmed: isUnseen } = connection.liveness
    // The problem's time now starts later by the silence, or has only just started if the page has just received the problem.
    if (this.#endSilence(connection, nowMs) || isUnseen) this.#schedulePing(connection, '', nowMs)
  }

  #closed(connection: Connection): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    this.#open -= 1
    const { playerId } = connection
    if (playerId === null || this.#current.get(playerId) !== connection) return
    this.#current.delete(playerId)
    this.#needs.queue.leave(playerId, 'left')
    this.#needs.battles.drop(playerId, connection.liveness.silentSinceMs(this.#needs.clock.nowMs()))
    this.#needs.cluster?.disconnected(playerId)
  }

  readonly takenOver = (playerId: string, sinceMs: number): void => {
    const connection = this.#current.get(playerId)
    if (!connection) return
    if (connection.boundAtMs > sinceMs) return this.#needs.cluster?.connected(playerId, connection.boundAtMs)
    connection.outdated = true
    this.#refuseLine(connection, 'taken_over')
    this.#current.delete(playerId)
    this.#needs.queue.leave(playerId, 'left')
  }

  readonly send = (playerId: string, packet: Packet): void => this.#current.get(playerId)?.line.send(packet)

  readonly refuse = (playerId: string, code: BattleErrorCode): void => {
    this.#needs.counts.refused(code)
    this.send(playerId, refusalPacket(code))
  }

  readonly connect: Gateway['connect'] = (line, address) => {
    this.#open += 1
    const connection = newConnection(line, address, this.#needs.eventsAtOnce, this.#needs.clock.nowMs())
    return {
      receive: (name, payload) => this.#receive(connection, name, payload),
      receiveOther: () => this.#receiveOther(connection),
      lookedUp: (refusal) => void (connection.refusal = refusal),
      closed: () => this.#closed(connection),
    }
  }

  readonly ping: Gateway['ping'] = (playerId) => {
    const connection = this.#current.get(playerId)
    if (!connection) return
    connection.isAwaited = true
    if (!connection.liveness.pingNow(this.#needs.clock.nowMs())) this.#notifyQueue(connection)
  }

  readonly shown: Gateway['shown'] = (playerId) =>
    this.#current.get(playerId)?.liveness.problemSent(this.#needs.clock.nowMs())

  readonly removePlayer: Gateway['removePlayer'] = (playerId) => {
    this.#needs.queue.leave(playerId, 'left')
    this.#needs.battles.leave(playerId)
    this.#current.get(playerId)?.line.close()
  }

  readonly drain: Gateway['drain'] = () => {
    this.#isDraining = true
    for (const playerId of this.#needs.queue.empty())
      if (!this.#needs.cluster) this.refuse(playerId, 'draining')
  }

  readonly has: Gateway['has'] = (playerId) => this.#current.has(playerId)

  readonly announcePages: Gateway['announcePages'] = () => {
    for (const [playerId, { boundAtMs }] of this.#current) this.#needs.cluster?.connected(playerId, boundAtMs)
  }

  readonly addressOf: Gateway['addressOf'] = (playerId) => this.#current.get(playerId)?.address ?? null
  readonly connections: Gateway['connections'] = () => this.#open
}
