import { sessionToken } from '../../../contract/guest.ts'
import { DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import type { Gateway, GatewayLine } from '../gateway.ts'

/** Events that request a battle and carry a nickname. */
const NAMING: readonly unknown[] = ['join-battle-queue', 'start-computer-battle']
/** How many events are held during a lookup; real pages never send that many. */
const MAX_HELD = 200

type Named = { readonly playerId: string; readonly location?: unknown }

function isNamed(payload: unknown): payload is Named {
  if (typeof payload !== 'object' || payload === null) return false
  return sessionToken.safeParse((payload as Partial<Named>).playerId).success
}

/** Stored data that decides whether and under which name a player may join. */
export type KnownPlayer = {
  /** Null for a guest. */
  readonly studentNickname: string | null
  /** The stored location as displayed; '' for none. */
  readonly place: string
  /** Whether a guest has any time left today, and whether a student may play battles. */
  readonly hasTimeLeft: boolean
}

type LookUp = (token: string) => Promise<KnownPlayer>

const UNKNOWN: KnownPlayer = { studentNickname: DEFAULT_NICKNAME, place: '', hasTimeLeft: true }

function lineWithLookUp(line: GatewayLine, lookUp: LookUp, listed: (text: string) => string): GatewayLine {
  const held: (readonly [name: unknown, payload: unknown])[] = []
  let isAsking = false
  let isOpen = true

  /** What the page sent, if it is the stored location or a listed region or country; else ''. */
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
    // Without the database, the player might be a student whose page sends the child's real name. So everybody plays under the
    // default nickname, and has time left.
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
    receiveOther: line.receiveOther,
    timeLeft: line.timeLeft,
    closed: () => {
      isOpen = false
      line.closed()
    },
  }
}

/**
 * Looks up players before they join: students play under their stored nickname, whatever their pages send; locations must be
 * stored or listed; guests without time left may not start. Events that arrive during the lookup are held, in order.
 */
export function withLookUp(
  { connect }: Pick<Gateway, 'connect'>,
  lookUp: LookUp,
  listed: (text: string) => string,
): Pick<Gateway, 'connect'> {
  return { connect: (line, address) => lineWithLookUp(connect(line, address), lookUp, listed) }
}
