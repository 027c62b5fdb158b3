import type { BattleErrorCode, ClientEventName, ClientPayload } from '../../../contract/battle-events.ts'
import type { BattleEntrant } from '../../../domain/battle-setup.ts'
import { findBot } from '../../../domain/bot.ts'
import { DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import type { AddressShares } from './address-shares.ts'
import type { BattleQueue } from '../queue/battle-queue.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { Connection } from './connection.ts'
import type { LiveBattles } from '../referee/live-battles.ts'
import { readAnswer, readEvent } from './read-event.ts'

type PageEventsNeeds = {
  readonly clock: ArenaClock
  readonly queue: BattleQueue
  readonly battles: LiveBattles
  readonly shares: Pick<AddressShares, 'mayStart'>
  readonly counts: { readonly answered: () => void }
  /** The nickname if others may see it, else null. */
  readonly allowedNickname: (text: string) => string | null
  /** Makes the player id used behind the gateway; tokens never go beyond it. */
  readonly tokenHash: (token: string) => string
  /** Whether other processes share the arena. */
  readonly isShared: boolean
  /** Whether the server is stopping and accepts no more players. */
  readonly isDraining: () => boolean
  /** Whether this is the player's current connection. */
  readonly isCurrent: (connection: Connection, playerId: string) => boolean
  /** Assigns the connection to the player. False, after refusing, if it belongs to another player. */
  readonly bind: (connection: Connection, playerId: string) => boolean
  readonly refuse: (connection: Connection, code: BattleErrorCode) => void
}

type Wish = ClientPayload<'join-battle-queue'>
/** A payload with a token. */
type Said = { readonly playerId: string }

type Play = Extract<
  Extract<ReturnType<typeof readEvent>, { ok: true }>['event'],
  { name: 'battle-answer' | 'battle-timeout' | 'leave-battle-queue' }
>

function play({ queue, battles, counts }: PageEventsNeeds, playerId: string, event: Play): void {
  switch (event.name) {
    case 'battle-answer':
      counts.answered()
      return battles.answer(playerId, event.payload)
    case 'battle-timeout':
      return battles.timeout(playerId, event.payload)
    case 'leave-battle-queue':
      queue.leave(playerId, 'left')
      return battles.leave(playerId)
  }
}

/** Validates and executes the events of pages. */
export function pageEvents(
  needs: PageEventsNeeds,
): (connection: Connection, name: ClientEventName, payload: unknown) => void {
  const { clock, queue, battles, shares, counts, allowedNickname, tokenHash, isShared } = needs
  const { isDraining, isCurrent, bind, refuse } = needs

  /** Replaces the token with its hash. */
  const hashed = <Any extends Said>(said: Any): Any => ({ ...said, playerId: tokenHash(said.playerId) })

  const entrantOf = ({ playerId, nickname, location }: Wish): Extract<BattleEntrant, { kind: 'person' }> => ({
    kind: 'person',
    playerId,
    nickname: allowedNickname(nickname ?? '') ?? DEFAULT_NICKNAME,
    location: location ?? '',
  })

  const refusalOf = ({ refusal, address }: Connection): BattleErrorCode | null => {
    if (isDraining()) return 'draining'
    if (refusal !== null) return refusal
    return battles.isFull() || !shares.mayStart(address) ? 'busy' : null
  }

  /** Whether a player may join now. If not, the player is refused, or disconnected in order to reconnect to another process. */
  const hasRoom = (connection: Connection): boolean => {
    if (isDraining() && isShared) {
      connection.line.close()
      return false
    }
    const code = refusalOf(connection)
    if (code !== null) refuse(connection, code)
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
      queue.leave(wish.playerId, 'computer')
      const { division, preference } = wish
      battles.open({ division, preference }, [entrantOf(wish), { kind: 'bot', bot }])
    })
  }

  const comeBack = (connection: Connection, { battleId, playerId }: ClientPayload<'battle-ready'>): void => {
    if (connection.outdated) return refuse(connection, 'taken_over')
    const enter = (): void => {
      if (bind(connection, playerId)) battles.ready(playerId, battleId)
    }
    if (isCurrent(connection, playerId)) return enter()
    // A tab with an earlier battle must not take over from the tab with the current one.
    battles.playsAnother(playerId, battleId, (plays) => {
      if (!connection.isOpen || connection.outdated) return
      if (plays) refuse(connection, 'unknown_battle')
      else enter()
    })
  }

  /** The fast path for the most frequent event. True if it was handled. */
  const hasAnswered = (connection: Connection, payload: unknown): boolean => {
    const { playerId } = connection
    const answer = playerId === null || connection.outdated ? null : readAnswer(payload)
    if (answer === null || playerId === null) return false
    counts.answered()
    battles.answer(playerId, answer)
    return true
  }

  return (connection, name, payload) => {
    if (name === 'battle-answer' && hasAnswered(connection, payload)) return
    const read = readEvent(name, payload)
    if (!read.ok) return refuse(connection, read.code)
    const { event } = read
    if (event.name === 'join-battle-queue') return joinQueue(connection, hashed(event.payload))
    if (event.name === 'start-computer-battle') return meetBot(connection, hashed(event.payload))
    if (event.name === 'battle-ready') return comeBack(connection, hashed(event.payload))
    if (connection.outdated) return
    const { playerId } = connection
    if (playerId !== null) return play(needs, playerId, event)
    if (event.name !== 'leave-battle-queue') refuse(connection, 'unknown_battle')
  }
}
