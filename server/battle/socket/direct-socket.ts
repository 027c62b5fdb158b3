import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { Bucket } from './event-budget.ts'
import { BYTES_PER_SECOND, MAX_BYTES_AT_ONCE } from './overload.ts'

/** A page that reads so slowly that this much is buffered is disconnected, to bound memory. */
export const MAX_UNSENT_BYTES = 1024 * 1024

/** The first byte of an unfragmented text frame. */
const TEXT = '\u0081'
const SHORT = 126
const MEDIUM = 65_536
const heads: string[] = []

function letters(...bytes: readonly number[]): string {
  return String.fromCharCode(...bytes)
}

function makeHead(length: number): string {
  if (length < SHORT) return TEXT + letters(length)
  if (length < MEDIUM) return `${TEXT}~${letters(length >> 8, length & 255)}`
  const last = [length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  return TEXT + letters(127, 0, 0, 0, 0, ...last)
}

/** The header of an unmasked text frame (RFC 6455, 5.2) as a Latin-1 string. */
export function frameHead(length: number): string {
  if (length >= MEDIUM) return makeHead(length)
  return (heads[length] ??= makeHead(length))
}

function writeFrame(socket: Duplex, text: string): void {
  const bytes = Buffer.byteLength(text)
  // Almost all text is ASCII: then header and text are one string and one write call.
  if (bytes === text.length) socket.write(frameHead(bytes) + text, 'latin1')
  else {
    socket.cork()
    socket.write(frameHead(bytes), 'latin1')
    socket.write(text)
    socket.uncork()
  }
}

/** Closes a socket that exceeds the byte rate limit, and reports it. */
function boundIncoming(socket: Duplex, flooded: () => void): void {
  const bytes = new Bucket(MAX_BYTES_AT_ONCE, BYTES_PER_SECOND, performance.now())
  socket.on('data', (chunk: Buffer) => {
    if (socket.destroyed || bytes.take(chunk.length, performance.now())) return
    flooded()
    socket.destroy()
  })
}

/** Writes text frames to a websocket; does nothing once it is closed. */
export type WriteText = (text: string) => void

/**
 * The TCP sockets of websockets, by upgrade request. Events to players are written to them directly: through Socket.IO,
 * Engine.IO and ws, each message takes 2.5 times the CPU time. All of these write whole frames at once, so frames never mix.
 * @param flooded called for each socket closed for exceeding the byte rate limit
 */
export function directSockets(http: HttpServer, flooded: () => void) {
  const open = new Set<Duplex>()
  const ofRequest = new WeakMap<IncomingMessage, Duplex>()
  http.on('upgrade', (request, socket) => {
    open.add(socket)
    ofRequest.set(request, socket)
    // A listener added before the websocket's would consume the data that arrived with the upgrade request.
    process.nextTick(boundIncoming, socket, flooded)
    socket.once('close', () => open.delete(socket))
  })
  return {
    /** The sockets of all websockets. */
    open: open as ReadonlySet<Duplex>,
    /** Null for a connection that did not start as a websocket. */
    writerFor: (request: IncomingMessage): WriteText | null => {
      const socket = ofRequest.get(request)
      if (!socket) return null
      return (text) => {
        if (!socket.writable) return
        writeFrame(socket, text)
        if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy()
      }
    },
  }
}
