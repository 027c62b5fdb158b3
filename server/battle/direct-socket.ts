import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'

/** A page that takes in so little that this much waits for it is closed: it would only cost memory. */
export const MOST_UNSENT_BYTES = 1024 * 1024

const TEXT = '\u0081'
const SHORT = 126
const LONG = 65_536
const heads: string[] = []

/** The head of a whole, unmasked text frame (RFC 6455, 5.2) for fewer than 65,536 bytes, each letter a byte. */
function headOf(length: number): string {
  const known = heads[length]
  if (known !== undefined) return known
  const head =
    length < SHORT
      ? TEXT + String.fromCharCode(length)
      : `${TEXT}~${String.fromCharCode(length >> 8)}${String.fromCharCode(length & 255)}`
  heads[length] = head
  return head
}

/** Writes text frames straight to the socket of a websocket. */
export type DirectSocket = {
  /** Whether the text was written; if not, it is to be sent another way. */
  write(text: string): boolean
}

/**
 * The sockets of websockets, by the request that opened them. What a player is told most is short and ASCII, and is written
 * here in one piece: through Socket.IO, Engine.IO and ws each message takes two and a half times the processor. All of them
 * write whole frames at once, so that frames never mix.
 */
export function directSockets(http: HttpServer) {
  const open = new Set<Duplex>()
  const ofRequest = new WeakMap<IncomingMessage, Duplex>()
  http.on('upgrade', (request, socket) => {
    open.add(socket)
    ofRequest.set(request, socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    /** Every websocket's socket. */
    open: open as ReadonlySet<Duplex>,
    /** For a connection that was a websocket from the first; null for any other. */
    of: (request: IncomingMessage): DirectSocket | null => {
      const socket = ofRequest.get(request)
      if (!socket) return null
      return {
        write: (text) => {
          const { length } = text
          if (length >= LONG || Buffer.byteLength(text) !== length) return false
          if (!socket.writable) return true
          socket.write(headOf(length) + text, 'latin1')
          if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy()
          return true
        },
      }
    },
  }
}
