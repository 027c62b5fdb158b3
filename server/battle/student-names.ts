import { sessionToken } from '../../contract/guest.ts'
import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import type { Gateway, GatewayLine } from './gateway.ts'

/** Events that say under which name somebody wants to play. */
const NAMING: readonly unknown[] = ['join-battle-queue', 'start-computer-battle']
/** Events that wait behind such a one at most; a page that sends more meanwhile is no page. */
const MOST_HELD = 200

type Named = { readonly playerId: string }

function isNamed(payload: unknown): payload is Named {
  if (typeof payload !== 'object' || payload === null) return false
  return sessionToken.safeParse((payload as Partial<Named>).playerId).success
}

type NicknameOf = (token: string) => Promise<string | null>

function linedUp(line: GatewayLine, nicknameOf: NicknameOf): GatewayLine {
  const held: (readonly [name: unknown, payload: unknown])[] = []
  let known: { readonly token: string; readonly nickname: string | null } | null = null
  let isAsking = false
  let isOpen = true

  const pass = (name: unknown, payload: Named, nickname: string | null): void =>
    line.receive(name, nickname === null ? payload : { ...payload, nickname })

  const ask = async (name: unknown, payload: Named): Promise<void> => {
    isAsking = true
    const { playerId: token } = payload
    const answer = await nicknameOf(token).catch(() => undefined)
    known = answer === undefined ? null : { token, nickname: answer }
    isAsking = false
    if (!isOpen) return
    // With the database away nobody knows whether it is a student, whose page may say the child's own name: everybody plays on
    // under the name of who has none. It is asked for again with the next battle.
    pass(name, payload, known ? known.nickname : DEFAULT_NICKNAME)
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
      if (held.length < MOST_HELD) held.push([name, payload])
    } else if (!NAMING.includes(name) || !isNamed(payload)) line.receive(name, payload)
    else if (known?.token === payload.playerId) pass(name, payload, known.nickname)
    else void ask(name, payload)
  }

  return {
    receive,
    heard: line.heard,
    closed: () => {
      isOpen = false
      line.closed()
    },
  }
}

/**
 * Lets students play under the nickname that is kept of them, whatever their pages say: others see it, and a child's own name
 * is nobody's business. What a page sends meanwhile keeps its order.
 * @param nicknameOf the nickname of the student of a token, or null for a guest
 */
export function withStudentNames(
  { connect }: Pick<Gateway, 'connect'>,
  nicknameOf: NicknameOf,
): Pick<Gateway, 'connect'> {
  return { connect: (line, address) => linedUp(connect(line, address), nicknameOf) }
}
