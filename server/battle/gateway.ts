import { clientEvents, type ClientEventName, type ClientPayload } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import type { BattleEntrant } from '../../domain/battle-setup.ts'
import { findBot } from '../../domain/bot.ts'
import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import type { AddressShares } from './address-shares.ts'
import type { BattleQueue } from './battle-queue.ts'
import type { Clock } from './clock.ts'
import { EventBudget } from './event-budget.ts'
import type { LiveBattles } from './live-battles.ts'
import type { Packet } from './packets.ts'
import { readAnswer, readEvent } from './read-event.ts'
import { refusalPacket } from './refusals.ts'

/** The line to one open page. */
export type Line = {
  /** What is sent to a closed line is lost. */
  readonly send: (packet: Packet) => void
  readonly close: () => void
}

/** What the gateway tells of itself to who counts it. */
export type GatewayCounts = {
  readonly refused: (code: BattleErrorCode) => void
  readonly answered: () => void
  /** A failure inside; the event that caused it is lost. */
  readonly failed: (event: string, error: unknown) => void
}

export type GatewayNeeds = {
  readonly clock: Clock
  readonly queue: BattleQueue
  readonly battles: LiveBattles
  readonly shares: Pick<AddressShares, 'mayStart'>
  readonly counts: GatewayCounts
  /** The name as others may see it, or null. */
  readonly fitNickname: (text: string) => string | null
  /** The place as others may see it, or null. */
  readonly fitPlace: (text: string) => string | null
  /** Events a connection may send at once. */
  readonly eventsAtOnce: number
}

/**
 * A connection is a player's from the first event on that names one. `outdated` is one whose player has gone on in another
 * tab: it can only come back by asking for a battle.
 */
type Connection = {
  isOpen: boolean
  readonly line: Line
  /** As `Callers` has addresses: null is this machine itself. */
  readonly address: string | null
  readonly budget: EventBudget
  playerId: string | null
  outdated: boolean
}

/** The gateway's side of one line. */
export type GatewayLine = {
  /** An event of any name with any payload, as it came. */
  receive(name: unknown, payload: unknown): void
  /** The line is gone. */
  closed(): void
}

export type Gateway = {
  connect(line: Line, address: string | null): GatewayLine
  /** To the player's page; nothing where there is none. */
  tell(playerId: string, packet: Packet): void
  refuse(playerId: string, code: BattleErrorCode): void
  /** From now on no queue place and no battle is given; who waits is told. */
  drain(): void
  /** Where the player's page is, as `connect` was told. */
  addressOf(playerId: string): string | null
  /** How many lines are open. */
  connections(): number
}

type Wish = ClientPayload<'join-battle-queue'>

/** The wire of Math Battles: reads what pages send, knows whose each line is, and tells players what happens. */
export function battleGateway(needs: GatewayNeeds): Gateway {
  const { clock, queue, battles, shares, counts, fitNickname, fitPlace, eventsAtOnce } = needs
  const current = new Map<string, Connection>()
  let open = 0
  let isDraining = false

  const refuseLine = (connection: Connection, code: BattleErrorCode): void => {
    counts.refused(code)
    connection.line.send(refusalPacket(code))
  }

  /** Makes the line the player's own; the tab that had the player plays no more. False when it is somebody else's. */
  const bind = (connection: Connection, playerId: string): boolean => {
    if (connection.playerId !== null && connection.playerId !== playerId) {
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
    current.set(playerId, connection)
    // Whatever the player's last page was told, this one knows nothing of it.
    battles.drop(playerId)
    return true
  }

  const entrantOf = ({ playerId, nickname, location }: Wish): Extract<BattleEntrant, { kind: 'person' }> => ({
    kind: 'person',
    playerId,
    nickname: fitNickname(nickname ?? '') ?? DEFAULT_NICKNAME,
    location: fitPlace(location ?? '') ?? '',
  })

  /** Whether a place may be given now; if not, the player is told why. */
  const hasRoom = (connection: Connection): boolean => {
    const isFull = (): boolean => battles.isFull() || !shares.mayStart(connection.address)
    const code = isDraining ? 'draining' : isFull() ? 'busy' : null
    if (code !== null) refuseLine(connection, code)
    return code === null
  }

  const joinQueue = (connection: Connection, wish: Wish): void => {
    if (!bind(connection, wish.playerId)) return
    battles.resume(wish.playerId, () => {
      if (!hasRoom(connection)) return
      const { playerId, nickname, location } = entrantOf(wish)
      queue.join(wish, { playerId, nickname, location, sinceMs: clock.nowMs() })
    })
  }

  const meetBot = (connection: Connection, wish: ClientPayload<'start-computer-battle'>): void => {
    const bot = findBot(wish.botId)
    if (!bot || !bind(connection, wish.playerId)) return
    battles.resume(wish.playerId, () => {
      if (!hasRoom(connection)) return
      queue.leave(wish.playerId)
      const { division, preference } = wish
      battles.open({ division, preference }, [entrantOf(wish), { kind: 'bot', bot }])
    })
  }

  const comeBack = (connection: Connection, { battleId, playerId }: ClientPayload<'battle-ready'>): void => {
    if (connection.outdated) return refuseLine(connection, 'taken_over')
    // A tab that knows of an earlier battle only must not end the one that goes on in another tab.
    if (current.get(playerId) !== connection && battles.playsAnother(playerId, battleId)) {
      return refuseLine(connection, 'unknown_battle')
    }
    if (bind(connection, playerId)) battles.ready(playerId, battleId)
  }

  /** The hottest of all events takes the shortest way. True when there was nothing more to do. */
  const hasAnswered = (connection: Connection, payload: unknown): boolean => {
    const { playerId } = connection
    const answer = playerId === null || connection.outdated ? null : readAnswer(payload)
    if (answer === null || playerId === null) return false
    counts.answered()
    battles.answer(playerId, answer)
    return true
  }

  const act = (connection: Connection, name: ClientEventName, payload: unknown): void => {
    if (name === 'battle-answer' && hasAnswered(connection, payload)) return
    const read = readEvent(name, payload)
    if (!read.ok) return refuseLine(connection, read.code)
    const { event } = read
    if (event.name === 'join-battle-queue') return joinQueue(connection, event.payload)
    if (event.name === 'start-computer-battle') return meetBot(connection, event.payload)
    if (event.name === 'battle-ready') return comeBack(connection, event.payload)
    if (connection.outdated) return
    const { playerId } = connection
    if (playerId === null) {
      if (event.name !== 'leave-battle-queue') refuseLine(connection, 'unknown_battle')
      return
    }
    switch (event.name) {
      case 'battle-answer':
        counts.answered()
        return battles.answer(playerId, event.payload)
      case 'battle-timeout':
        return battles.timeout(playerId, event.payload)
      case 'leave-battle-queue':
        queue.leave(playerId)
        return battles.leave(playerId)
    }
  }

  const receive = (connection: Connection, name: unknown, payload: unknown): void => {
    if (!connection.isOpen) return
    const verdict = connection.budget.take(clock.nowMs())
    if (verdict !== 'taken') {
      if (verdict === 'hopeless') return connection.line.close()
      if (verdict === 'first_dropped') return refuseLine(connection, 'too_many_events')
      return counts.refused('too_many_events')
    }
    if (typeof name !== 'string' || !Object.hasOwn(clientEvents, name)) {
      return refuseLine(connection, 'bad_event')
    }
    try {
      act(connection, name as ClientEventName, payload)
    } catch (error) {
      counts.failed(name, error)
      refuseLine(connection, 'internal')
    }
  }

  const closed = (connection: Connection): void => {
    if (!connection.isOpen) return
    connection.isOpen = false
    open -= 1
    const { playerId } = connection
    if (playerId === null || current.get(playerId) !== connection) return
    current.delete(playerId)
    queue.leave(playerId)
    battles.drop(playerId)
  }

  const tell = (playerId: string, packet: Packet): void => current.get(playerId)?.line.send(packet)

  const refuse = (playerId: string, code: BattleErrorCode): void => {
    counts.refused(code)
    tell(playerId, refusalPacket(code))
  }

  return {
    connect: (line, address) => {
      open += 1
      const budget = new EventBudget(eventsAtOnce, clock.nowMs())
      const isNew = { isOpen: true, playerId: null, outdated: false } as const
      const connection: Connection = { ...isNew, line, address, budget }
      return {
        receive: (name, payload) => receive(connection, name, payload),
        closed: () => closed(connection),
      }
    },
    tell,
    refuse,
    drain: () => {
      isDraining = true
      for (const playerId of queue.empty()) refuse(playerId, 'draining')
    },
    addressOf: (playerId) => current.get(playerId)?.address ?? null,
    connections: () => open,
  }
}
