import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { ServerEventName, ServerPayload } from '../../contract/battle-events.ts'
import { serverEvents } from '../../contract/battle-events.ts'
import { newToken } from './guest-calls.ts'

type Received = { readonly name: ServerEventName; readonly payload: unknown }

/** A page's socket and every event it received, each payload checked against the contract. */
export type BattlePlayer = {
  readonly playerId: string
  readonly socket: Socket
  readonly received: readonly Received[]
  send(name: string, payload?: unknown): void
  join(changes?: Readonly<Record<string, unknown>>): void
  /** The next event of this name that has not been awaited yet, among those received since the last one awaited. */
  next<Name extends ServerEventName>(name: Name): Promise<ServerPayload<Name>>
  /** Resolves when the connection is closed. */
  readonly closed: Promise<string>
  close(): void
}

export type PlayerOptions = {
  readonly playerId?: string
  readonly transports?: readonly string[]
  readonly reconnection?: boolean
  /** What a proxy in front says: from where the page comes, and what else it likes. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What `join-battle-queue` carries. */
export function wishOf(
  playerId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    playerId,
    nickname: 'SwiftFox42',
    location: 'California',
    division: 'addition_subtraction',
    preference: 'addition',
    ...changes,
  }
}

/** Connects a page to a server; it is closed when the test has ended. */
export async function battlePlayer(url: string, options: PlayerOptions = {}): Promise<BattlePlayer> {
  const { playerId = newToken(), transports = ['websocket'], reconnection = false } = options
  const extraHeaders = { ...options.headers }
  const socket = io(url, { transports: [...transports], reconnection, forceNew: true, extraHeaders })
  const received: Received[] = []
  const awaited = new Set<Received>()
  const waiting = new Set<() => void>()
  socket.onAny((name: ServerEventName, payload: unknown) => {
    received.push({ name, payload: serverEvents[name].parse(payload) })
    for (const look of waiting) look()
  })
  const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve))
  const close = (): void => void socket.disconnect()
  onTestFinished(close)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const send = (name: string, payload?: unknown): void => {
    if (payload === undefined) socket.emit(name)
    else socket.emit(name, payload)
  }
  return {
    playerId,
    socket,
    received,
    send,
    join: (changes) => send('join-battle-queue', wishOf(playerId, changes)),
    next: <Name extends ServerEventName>(name: Name) =>
      new Promise<ServerPayload<Name>>((resolve) => {
        const look = (): void => {
          const found = received.find((one) => one.name === name && !awaited.has(one))
          if (!found) return
          awaited.add(found)
          waiting.delete(look)
          resolve(found.payload as ServerPayload<Name>)
        }
        waiting.add(look)
        look()
      }),
    closed,
    close,
  }
}
