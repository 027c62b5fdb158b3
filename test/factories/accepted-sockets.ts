import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Written = {
  /** The bytes; text as it was handed over. */
  readonly chunk: string | Uint8Array
  readonly wasWritable: boolean
}

/** What a server in this process does with a connection that it has accepted. */
export type AcceptedSocket = {
  readonly socket: Socket
  /** Every write, in order. */
  readonly written: readonly Written[]
  /** How many bytes had been written at the end of each turn in which some were. */
  readonly turns: ReadonlySet<number>
  /** The most that waited to be sent. */
  maxUnsent(): number
}

/** Observes a connection without changing its behavior. */
function watched(socket: Socket): AcceptedSocket {
  const written: Written[] = []
  const turns = new Set<number>()
  let bytes = 0
  let maxUnsent = 0
  const write = socket.write.bind(socket) as (...all: unknown[]) => boolean
  socket.write = (chunk: string | Uint8Array, ...others: unknown[]): boolean => {
    written.push({ chunk, wasWritable: socket.writable })
    const [encoding] = others
    bytes +=
      typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding as BufferEncoding) : chunk.byteLength
    queueMicrotask(() => turns.add(bytes))
    const isEmpty = write(chunk, ...others)
    maxUnsent = Math.max(maxUnsent, socket.writableLength)
    return isEmpty
  }
  return { socket, written, turns, maxUnsent: () => maxUnsent }
}

/** Every connection that servers of this process accept until the test has ended. */
export function acceptedSockets(): readonly AcceptedSocket[] {
  const accepted: AcceptedSocket[] = []
  const onMessage = (message: unknown): void => {
    accepted.push(watched((message as { readonly socket: Socket }).socket))
  }
  subscribe('net.server.socket', onMessage)
  onTestFinished(() => void unsubscribe('net.server.socket', onMessage))
  return accepted
}
