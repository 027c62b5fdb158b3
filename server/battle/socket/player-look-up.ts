import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { sessionToken } from '../../../contract/guest.ts'
import { DEFAULT_NICKNAME } from '../../../domain/guest-record.ts'
import type { Gateway, GatewayLine } from '../gateway.ts'

/** Events that request a battle and carry a nickname. */
const NAMING: readonly unknown[] = ['join-battle-queue', 'start-computer-battle']
/** How many events are held during a lookup; real pages never send that many. */
const MAX_HELD = 200

type Named = { readonly playerId: string; readonly nickname?: unknown; readonly location?: unknown }

function isNamed(payload: unknown): payload is Named {
  if (typeof payload !== 'object' || payload === null) return false
  return sessionToken.safeParse((payload as Partial<Named>).playerId).success
}

/** Stored data that decides whether and under which name a player may join. */
export type KnownPlayer = {
  /** The name to play under; null for the one that the page sends. */
  readonly nickname: string | null
  /** The stored location as displayed; '' for none. */
  readonly place: string
  /** Why the player may not start a battle: no time left today, no battles for this student, or too many new guests; else null. */
  readonly refusal: BattleErrorCode | null
}

/** A player as the page and its connection say; `address` is a key of `Callers`, or null for this machine. */
export type SaidPlayer = { readonly nickname: unknown; readonly address: string | null }

/** Finds a player by the hash of the token. */
export type LookUp = (tokenHash: string, said: SaidPlayer) => Promise<KnownPlayer>

const UNKNOWN: KnownPlayer = { nickname: DEFAULT_NICKNAME, place: '', refusal: null }

function lineWithLookUp(
  line: GatewayLine,
  lookUp: (payload: Named) => Promise<KnownPlayer>,
  listed: (text: string) => string,
): GatewayLine {
  const held: (readonly [name: unknown, payload: unknown])[] = []
  let isAsking = false
  let isOpen = true

  /** What the page sent, if it is the stored location or a listed region or country; else ''. */
  const shownPlace = (said: unknown, stored: string): string => {
    if (typeof said !== 'string') return ''
    return said === stored ? stored : listed(said)
  }

  const pass = (name: unknown, payload: Named, { nickname, place }: KnownPlayer): void => {
    const known = nickname === null ? {} : { nickname }
    line.receive(name, { ...payload, ...known, location: shownPlace(payload.location, place) })
  }

  const ask = async (name: unknown, payload: Named): Promise<void> => {
    isAsking = true
    // Without the database, the player might be a student whose page sends the child's real name. So everybody plays under the
    // default nickname, and may start.
    const known = await lookUp(payload).catch(() => UNKNOWN)
    isAsking = false
    if (!isOpen) return
    line.lookedUp(known.refusal)
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
    lookedUp: line.lookedUp,
    closed: () => {
      isOpen = false
      line.closed()
    },
  }
}

/**
 * Looks up players before they join: students play under their stored nickname, whatever their pages send; locations must be
 * stored or listed; some may not start. Events that arrive during the lookup are held, in order.
 */
export function withLookUp(
  { connect }: Pick<Gateway, 'connect'>,
  lookUp: (token: string, said: SaidPlayer) => Promise<KnownPlayer>,
  listed: (text: string) => string,
): Pick<Gateway, 'connect'> {
  return {
    connect: (line, address) =>
      lineWithLookUp(
        connect(line, address),
        ({ playerId, nickname }) => lookUp(playerId, { nickname, address }),
        listed,
      ),
  }
}
