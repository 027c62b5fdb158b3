import { sessionToken } from '../../../contract/guest.ts'
import { DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import type { Gateway, GatewayLine } from '../gateway.ts'

/** Events with which somebody wants to play, under some name. */
const NAMING: readonly unknown[] = ['join-battle-queue', 'start-computer-battle']
/** Events that wait behind such a one at most; a page that sends more meanwhile is no page. */
const MAX_HELD = 200

type Named = { readonly playerId: string; readonly location?: unknown }

function isNamed(payload: unknown): payload is Named {
  if (typeof payload !== 'object' || payload === null) return false
  return sessionToken.safeParse((payload as Partial<Named>).playerId).success
}

/** What is kept of a player and decides whether and how a battle may be joined. */
export type KnownPlayer = {
  /** The nickname of a student, null for a guest. */
  readonly studentNickname: string | null
  /** Where from, as it is shown; '' where nothing is stored. */
  readonly place: string
  /** Whether any of the day's time is left; a student always has some. */
  readonly hasTimeLeft: boolean
}

type LookUp = (token: string) => Promise<KnownPlayer>

const UNKNOWN: KnownPlayer = { studentNickname: DEFAULT_NICKNAME, place: '', hasTimeLeft: true }

function withLookUpInOrder(line: GatewayLine, lookUp: LookUp, listed: (text: string) => string): GatewayLine {
  const held: (readonly [name: unknown, payload: unknown])[] = []
  let isAsking = false
  let isOpen = true

  /** The stored place where the page says just that, a region or a country of the lists, or none. */
  const shownPlace = (said: unknown, stored: string): string => {
    if (typeof said !== 'string') return ''
    return said === stored ? stored : listed(said)
  }

  const pass = (name: unknown, payload: Named, { studentNickname, place }: KnownPlayer): void => {
    const nickname = studentNickname === null ? {} : { nickname: studentNickname }
    line.receive(name, { ...payload, ...nickname, location: shownPlace(payload.location, place) })
  }

  const ask = async (name: unknown, payload: Named): Promise<void> => {
    isAsking = true
    // With the database away nobody knows whether it is a student, whose page may say the child's own name: everybody plays on
    // under the name of who has none, and has time left.
    const known = await lookUp(payload.playerId).catch(() => UNKNOWN)
    isAsking = false
    if (!isOpen) return
    line.timeLeft(known.hasTimeLeft)
    pass(name, payload, known)
    release()
  }

  const release = (): void => {
    const next = isAsking ? undefined : held.shift()
    if (!next) return
    receive(...next)
    release()
  }

  const receive = (name: unknown, payload: unknown): void => {
    if (isAsking) {
      if (held.length < MAX_HELD) held.push([name, payload])
    } else if (!NAMING.includes(name) || !isNamed(payload)) line.receive(name, payload)
    else void ask(name, payload)
  }

  return {
    receive,
    heard: line.heard,
    timeLeft: line.timeLeft,
    closed: () => {
      isOpen = false
      line.closed()
    },
  }
}

/**
 * Looks a player up before a queue or a computer battle is joined: students play under the nickname that is kept of them, whatever
 * their pages say, everyone is shown with a stored or a listed place only, and a guest whose time is used up begins no battle. What a page sends meanwhile keeps its order.
 */
export function withLookUp(
  { connect }: Pick<Gateway, 'connect'>,
  lookUp: LookUp,
  listed: (text: string) => string,
): Pick<Gateway, 'connect'> {
  return { connect: (line, address) => withLookUpInOrder(connect(line, address), lookUp, listed) }
}
