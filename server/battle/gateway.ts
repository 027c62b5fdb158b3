import { clientEvents, type ClientEventName } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import type { AddressShares } from './socket/address-shares.ts'
import type { BattleQueue } from './queue/battle-queue.ts'
import type { ArenaClock } from './referee/clock.ts'
import { newConnection, type Connection, type Line } from './socket/connection.ts'
import { lifeWatch } from './socket/line-life.ts'
import type { LiveBattles } from './referee/live-battles.ts'
import type { Packet } from './socket/packets.ts'
import { pageEvents } from './socket/page-events.ts'
import { refusalPacket } from './socket/packets.ts'

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
  /** The place as others may see it, or null. */
  /** Whether the player has just been deleted. */
  readonly isDeleted: (playerId: string) => boolean
  /** Events a connection may send at once. */
  readonly eventsAtOnce: number
  /** Where many processes share an arena. */
  readonly among?: AmongOthers
}

/** What other processes have to know of the lines of this one, and what is different among them. */
export type AmongOthers = {
  /** How all of them know the player of a token, which stays in this process. */
  readonly nameOf: (token: string) => string
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
export function battleGateway(needs: GatewayNeeds): Gateway {
  const { clock, queue, battles, counts, isDeleted, eventsAtOnce, among } = needs
  const current = new Map<string, Connection>()
  const lives = lifeWatch(clock)
  let open = 0
  let isDraining = false

  const refuseLine = (connection: Connection, code: BattleErrorCode): void => {
    counts.refused(code)
    connection.line.send(refusalPacket(code))
  }

  const heardByQueue = (connection: Connection): void => {
    const { isAwaited, playerId } = connection
    connection.isAwaited = false
    if (isAwaited && playerId !== null) queue.alive(playerId)
  }

  /** Makes the line the player's own; the tab that had the player plays no more. False when it is somebody else's. */
  const bind = (connection: Connection, playerId: string): boolean => {
    const isOthers = connection.playerId !== null && connection.playerId !== playerId
    if (isOthers || isDeleted(playerId)) {
      refuseLine(connection, 'bad_event')
      return false
    }
    const before = current.get(playerId)
    if (before === connection) return true
    if (before) {
      before.outdated = true
      refuseLine(before, 'taken_over')
    }
    connection.playerId = playerId
    connection.outdated = false
    connection.boundAtMs = clock.nowMs()
    current.set(playerId, connection)
    among?.came(playerId, connection.boundAtMs)
    if (before) heardByQueue(before)
    // Whatever the player's last page was told, this one knows nothing of it.
    const nowMs = clock.nowMs()
    battles.drop(playerId, before?.life.silentSinceMs(nowMs) ?? nowMs)
    return true
  }

  const act = pageEvents({
    ...needs,
    isDraining: () => isDraining,
    isCurrent: (connection, playerId) => current.get(playerId) === connection,
    bind,
    refuse: refuseLine,
  })

  /** Before anything is made of what came: the time in which the line stood still is not the player's. True when it did. */
  const heardAfterSilence = (connection: Connection, nowMs: number): boolean => {
    const { life, playerId } = connection
    const sinceMs = life.silentSinceMs(nowMs)
    life.heard(nowMs)
    if (sinceMs === nowMs || playerId === null || current.get(playerId) !== connection) return false
    battles.silent(playerId, sinceMs)
    return true
  }

  /** Asks the page for a sign of life when an answer to the present problem should be on its way. */
  const awaitLife = ({ life, playerId }: Connection, name: string, nowMs: number): void => {
    const isTimed = name !== 'battle-answer' && playerId !== null
    life.askAfter(isTimed ? battles.timedSinceMs(playerId) : nowMs, nowMs)
    lives.watch(life)
  }

  /** Whether the budget of the connection has room for this. Who goes on although it has none is closed. */
  const isAllowed = (connection: Connection, name: unknown, nowMs: number): boolean => {
    const verdict = connection.budget.take(name, nowMs)
    if (verdict === 'taken') return true
    if (verdict === 'first_dropped') {
      refuseLine(connection, 'too_many_events')
      return false
    }
    counts.refused('too_many_events')
    if (verdict === 'hopeless') {
      counts.flooded()
      connection.line.close()
    }
    return false
  }

  const receive = (connection: Connection, name: unknown, payload: unknown): void => {
    if (!connection.isOpen) return
    const nowMs = clock.nowMs()
    heardByQueue(connection)
    // Any other event may have been on its way before the page saw its problem.
    if (name === 'battle-answer' || !connection.life.isUnseen) heardAfterSilence(connection, nowMs)
    // Whatever else came: who leaves has left.
    if (!isAllowed(connection, name, nowMs) && name !== 'leave-battle-queue') return
    if (typeof name !== 'string' || !Object.hasOwn(clientEvents, name)) {
      return refuseLine(connection, 'bad_event')
    }
    try {
      act(connection, name as ClientEventName, payload)
    } catch (error) {
      counts.failed(name, error)
      refuseLine(connection, 'internal')
    }
    awaitLife(connection, name, nowMs)
  }

  const heard = (connection: Connection): void => {
    const nowMs = clock.nowMs()
    if (!connection.isOpen || !isAllowed(connection, null, nowMs)) return
    heardByQueue(connection)
    const { isUnseen } = connection.life
    // The time of the problem begins later by the silence, and without any when the page has just seen its problem.
    if (heardAfterSilence(connection, nowMs) || isUnseen) awaitLife(connection, '', nowMs)
  }

  const closed = (connection: Connection): void => {
    if (!connection.isOpen) return
    connection.isOpen = false
    open -= 1
    const { playerId } = connection
    if (playerId === null || current.get(playerId) !== connection) return
    current.delete(playerId)
    queue.leave(playerId, 'left')
    battles.drop(playerId, connection.life.silentSinceMs(clock.nowMs()))
    among?.went(playerId)
  }

  const takenOver = (playerId: string, sinceMs: number): void => {
    const connection = current.get(playerId)
    if (!connection) return
    if (connection.boundAtMs > sinceMs) return among?.came(playerId, connection.boundAtMs)
    connection.outdated = true
    refuseLine(connection, 'taken_over')
    current.delete(playerId)
    queue.leave(playerId, 'left')
  }

  const tell = (playerId: string, packet: Packet): void => current.get(playerId)?.line.send(packet)

  const refuse = (playerId: string, code: BattleErrorCode): void => {
    counts.refused(code)
    tell(playerId, refusalPacket(code))
  }

  return {
    connect: (line, address) => {
      open += 1
      const connection = newConnection(line, address, eventsAtOnce, clock.nowMs())
      return {
        receive: (name, payload) => receive(connection, name, payload),
        heard: () => heard(connection),
        timeLeft: (hasTimeLeft) => void (connection.hasTimeLeft = hasTimeLeft),
        closed: () => closed(connection),
      }
    },
    tell,
    refuse,
    ask: (playerId) => {
      const connection = current.get(playerId)
      if (!connection) return
      connection.isAwaited = true
      if (!connection.life.askNow(clock.nowMs())) heardByQueue(connection)
    },
    shown: (playerId) => current.get(playerId)?.life.askIfSeen(clock.nowMs()),
    forget: (playerId) => {
      queue.leave(playerId, 'left')
      battles.leave(playerId)
      current.get(playerId)?.line.close()
    },
    drain: () => {
      isDraining = true
      for (const playerId of queue.empty()) if (!among) refuse(playerId, 'draining')
    },
    takenOver,
    has: (playerId) => current.has(playerId),
    renew: () => {
      for (const [playerId, { boundAtMs }] of current) among?.came(playerId, boundAtMs)
    },
    addressOf: (playerId) => current.get(playerId)?.address ?? null,
    connections: () => open,
  }
}
