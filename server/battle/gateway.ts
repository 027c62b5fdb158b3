import { clientEvents, type ClientEventName } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-events.ts'
import type { AddressShares } from './socket/address-shares.ts'
import type { BattleQueue } from './queue/battle-queue.ts'
import type { ArenaClock } from './referee/clock.ts'
import { newConnection, type Connection, type Line } from './socket/connection.ts'
import { lifeWatch } from './socket/line-life.ts'
import type { LiveBattles } from './referee/live-battles.ts'
import { type Packet, refusalPacket } from './socket/packets.ts'
import { pageEvents } from './socket/page-events.ts'

/** What the gateway tells of itself to who counts it. */
export type GatewayCounts = {
  readonly refused: (code: BattleErrorCode) => void
  readonly answered: () => void
  /** A connection is closed because of all that it has sent. */
  readonly flooded: () => void
  /** A failure inside; the event that caused it is lost. */
  readonly failed: (event: string, error: unknown) => void
}

export type GatewayNeeds = {
  readonly clock: ArenaClock
  readonly queue: BattleQueue
  readonly battles: LiveBattles
  readonly shares: Pick<AddressShares, 'mayStart'>
  readonly counts: GatewayCounts
  /** The name as others may see it, or null. */
  readonly fitNickname: (text: string) => string | null
  /** Whether the player has just been deleted. */
  readonly isDeleted: (playerId: string) => boolean
  /** Events a connection may send at once. */
  readonly eventsAtOnce: number
  /** By what the player of a token is known behind the gateway; the token itself stays there. */
  readonly tokenHash: (token: string) => string
  /** Where many processes share an arena. */
  readonly among?: AmongOthers
}

/** What other processes have to know of the lines of this one. */
export type AmongOthers = {
  /** The player's page is here, and has been since then. */
  readonly came: (playerId: string, sinceMs: number) => void
  readonly went: (playerId: string) => void
}

/** The gateway's side of one line. */
export type GatewayLine = {
  /** An event of any name with any payload, as it came. */
  receive(name: unknown, payload: unknown): void
  /** A sign of life that is no event. */
  heard(): void
  /** Whether the player who is about to join has any of the day's time left. */
  timeLeft(hasTimeLeft: boolean): void
  /** The line is gone. */
  closed(): void
}

export type Gateway = {
  connect(line: Line, address: string | null): GatewayLine
  /** To the player's page; nothing where there is none. */
  tell(playerId: string, packet: Packet): void
  refuse(playerId: string, code: BattleErrorCode): void
  /** Asks the player's page for a sign of life, for the queue. */
  ask(playerId: string): void
  /** The player was told the problems, at the start or after coming back. */
  shown(playerId: string): void
  /** The player is deleted: out of the queue and the battle for good, and the page's line is closed. */
  forget(playerId: string): void
  /**
   * The player had gone on in another tab at another process at `sinceMs`. What another process writes may come late: if
   * the player has come back here after that, the other processes are told again.
   */
  takenOver(playerId: string, sinceMs: number): void
  /** Whether the player's page is here. */
  has(playerId: string): boolean
  /** Tells the other processes again whose pages are here. */
  renew(): void
  /** From now on no queue place and no battle is given; who waits is told, unless other processes are there for them. */
  drain(): void
  /** Where the player's page is, as `connect` was told. */
  addressOf(playerId: string): string | null
  /** How many lines are open. */
  connections(): number
}

/** The lines of Math Battles: knows whose each is and whether it lives, takes no more of what it brings than it may, and tells players what happens. */
export class BattleGateway implements Gateway {
  readonly #needs: GatewayNeeds
  readonly #current = new Map<string, Connection>()
  readonly #lives: ReturnType<typeof lifeWatch>
  readonly #act: ReturnType<typeof pageEvents>
  #open = 0
  #isDraining = false

  constructor(needs: GatewayNeeds) {
    this.#needs = needs
    this.#lives = lifeWatch(needs.clock)
    this.#act = pageEvents({
      ...needs,
      isShared: needs.among !== undefined,
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

  #heardByQueue(connection: Connection): void {
    const { isAwaited, playerId } = connection
    connection.isAwaited = false
    if (isAwaited && playerId !== null) this.#needs.queue.alive(playerId)
  }

  /** Makes the line the player's own; the tab that had the player plays no more. False when it is somebody else's. */
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
    this.#needs.among?.came(playerId, connection.boundAtMs)
    if (before) this.#heardByQueue(before)
    // Whatever the player's last page was told, this one knows nothing of it.
    const nowMs = this.#needs.clock.nowMs()
    this.#needs.battles.drop(playerId, before?.life.silentSinceMs(nowMs) ?? nowMs)
    return true
  }

  /** Before anything is made of what came: the time in which the line stood still is not the player's. True when it did. */
  #heardAfterSilence(connection: Connection, nowMs: number): boolean {
    const { life, playerId } = connection
    const sinceMs = life.silentSinceMs(nowMs)
    life.heard(nowMs)
    if (sinceMs === nowMs || playerId === null || this.#current.get(playerId) !== connection) return false
    this.#needs.battles.silent(playerId, sinceMs)
    return true
  }

  /** Asks the page for a sign of life when an answer to the present problem should be on its way. */
  #awaitLife({ life, playerId }: Connection, name: string, nowMs: number): void {
    const isTimed = name !== 'battle-answer' && playerId !== null
    life.askAfter(isTimed ? this.#needs.battles.timedSinceMs(playerId) : nowMs, nowMs)
    this.#lives.watch(life)
  }

  /** Whether the budget of the connection has room for this. Who goes on although it has none is closed. */
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
    this.#heardByQueue(connection)
    // Any other event may have been on its way before the page saw its problem.
    if (name === 'battle-answer' || !connection.life.isUnseen) this.#heardAfterSilence(connection, nowMs)
    // Whatever else came: who leaves has left.
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
    this.#awaitLife(connection, name, nowMs)
  }

  #heard(connection: Connection): void {
    const nowMs = this.#needs.clock.nowMs()
    if (!connection.isOpen || !this.#isAllowed(connection, null, nowMs)) return
    this.#heardByQueue(connection)
    const { isUnseen } = connection.life
    // The time of the problem begins later by the silence, and without any when the page has just seen its problem.
    if (this.#heardAfterSilence(connection, nowMs) || isUnseen) this.#awaitLife(connection, '', nowMs)
  }

  #closed(connection: Connection): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    this.#open -= 1
    const { playerId } = connection
    if (playerId === null || this.#current.get(playerId) !== connection) return
    this.#current.delete(playerId)
    this.#needs.queue.leave(playerId, 'left')
    this.#needs.battles.drop(playerId, connection.life.silentSinceMs(this.#needs.clock.nowMs()))
    this.#needs.among?.went(playerId)
  }

  readonly takenOver = (playerId: string, sinceMs: number): void => {
    const connection = this.#current.get(playerId)
    if (!connection) return
    if (connection.boundAtMs > sinceMs) return this.#needs.among?.came(playerId, connection.boundAtMs)
    connection.outdated = true
    this.#refuseLine(connection, 'taken_over')
    this.#current.delete(playerId)
    this.#needs.queue.leave(playerId, 'left')
  }

  readonly tell = (playerId: string, packet: Packet): void => this.#current.get(playerId)?.line.send(packet)

  readonly refuse = (playerId: string, code: BattleErrorCode): void => {
    this.#needs.counts.refused(code)
    this.tell(playerId, refusalPacket(code))
  }

  readonly connect: Gateway['connect'] = (line, address) => {
    this.#open += 1
    const connection = newConnection(line, address, this.#needs.eventsAtOnce, this.#needs.clock.nowMs())
    return {
      receive: (name, payload) => this.#receive(connection, name, payload),
      heard: () => this.#heard(connection),
      timeLeft: (hasTimeLeft) => void (connection.hasTimeLeft = hasTimeLeft),
      closed: () => this.#closed(connection),
    }
  }

  readonly ask: Gateway['ask'] = (playerId) => {
    const connection = this.#current.get(playerId)
    if (!connection) return
    connection.isAwaited = true
    if (!connection.life.askNow(this.#needs.clock.nowMs())) this.#heardByQueue(connection)
  }

  readonly shown: Gateway['shown'] = (playerId) =>
    this.#current.get(playerId)?.life.askIfSeen(this.#needs.clock.nowMs())

  readonly forget: Gateway['forget'] = (playerId) => {
    this.#needs.queue.leave(playerId, 'left')
    this.#needs.battles.leave(playerId)
    this.#current.get(playerId)?.line.close()
  }

  readonly drain: Gateway['drain'] = () => {
    this.#isDraining = true
    for (const playerId of this.#needs.queue.empty())
      if (!this.#needs.among) this.refuse(playerId, 'draining')
  }

  readonly has: Gateway['has'] = (playerId) => this.#current.has(playerId)

  readonly renew: Gateway['renew'] = () => {
    for (const [playerId, { boundAtMs }] of this.#current) this.#needs.among?.came(playerId, boundAtMs)
  }

  readonly addressOf: Gateway['addressOf'] = (playerId) => this.#current.get(playerId)?.address ?? null
  readonly connections: Gateway['connections'] = () => this.#open
}
