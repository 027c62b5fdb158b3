import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { Bucket } from './event-budget.ts'
import { BYTES_A_SECOND, MAX_BYTES_AT_ONCE } from './overload.ts'

/** A page that takes in so little that this much waits for it is closed: it would only cost memory. */
export const MAX_UNSENT_BYTES = 1024 * 1024

/** A whole frame of text. */
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

/** The head of an unmasked text frame for so many bytes (RFC 6455, 5.2), each letter a byte. */
export function frameHead(length: number): string {
  if (length >= MEDIUM) return makeHead(length)
  return (heads[length] ??= makeHead(length))
}

function writeFrame(socket: Duplex, text: string): void {
  const bytes = Buffer.byteLength(text)
  // Nearly all that is told is ASCII: then head and text are one string, and writing them is one call of the system.
  if (bytes === text.length) socket.write(frameHead(bytes) + text, 'latin1')
  else {
    socket.cork()
    socket.write(frameHead(bytes), 'latin1')
    socket.write(text)
    socket.uncork()
  }
}

/** Closes a socket that brings more than any page has to say, and tells of it. */
function boundIncoming(socket: Duplex, flooded: () => void): void {
  const bytes = new Bucket(MAX_BYTES_AT_ONCE, BYTES_A_SECOND, performance.now())
  socket.on('data', (chunk: Buffer) => {
    if (socket.destroyed || bytes.take(chunk.length, performance.now())) return
    flooded()
    socket.destroy()
  })
}

/** Writes text frames to one websocket; what is written to a closed one is lost. */
export type WriteText = (text: string) => void

/**
 * The sockets of websockets, by the request that opened them. What players are told is written to them in one piece: through
 * Socket.IO, Engine.IO and ws each message takes two and a half times the processor. All of them write whole frames at once,
 * so that frames never mix.
 * @param flooded counts a socket that was closed because too much came over it
 */
export function directSockets(http: HttpServer, flooded: () => void) {
  const open = new Set<Duplex>()
  const ofRequest = new WeakMap<IncomingMessage, Duplex>()
  http.on('upgrade', (request, socket) => {
    open.add(socket)
    ofRequest.set(request, socket)
    // Who listens before the websocket does takes from it what came together with its request.
    process.nextTick(boundIncoming, socket, flooded)
    socket.once('close', () => open.delete(socket))
  })
  return {
    /** Every websocket's socket. */
    open: open as ReadonlySet<Duplex>,
    /** For a connection that was a websocket from the first; null for any other. */
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
