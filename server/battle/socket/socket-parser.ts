import { EventEmitter } from 'node:events'

/** The kinds of packets of Socket.IO's protocol 5 that travel here; the first letter of a packet's text. */
const CONNECT = 0
const DISCONNECT = 1
const EVENT = '2'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)

type Encodable = { readonly type: number; readonly data?: unknown }

/** Makes text of Socket.IO's own packets. */
class Encoder {
  encode({ type, data }: Encodable): string[] {
    return [data === undefined ? String(type) : `${type}${JSON.stringify(data)}`]
  }
}

/**
 * Reads the packets with which pages come and go. Events are not its business: the gateway reads them itself, in the order
 * in which they come. What is no packet throws, whereupon Socket.IO closes that connection.
 */
class Decoder extends EventEmitter {
  add(chunk: unknown): void {
    if (typeof chunk !== 'string') throw new Error('no text')
    const kind = chunk.charCodeAt(0)
    if (kind === EVENT) return
    // A page may hand in an object with its name; nothing here asks for one. Any other namespace is unknown.
    const isPlain = chunk.length === 1 || chunk.charAt(1) === '{'
    if (!isPlain || (kind !== ZERO + CONNECT && kind !== ZERO + DISCONNECT)) {
      throw new Error('no packet of this protocol')
    }
    this.emit('decoded', { type: kind - ZERO, nsp: '/', data: {} })
  }

  /** Part of what Socket.IO asks of a decoder; there is nothing to give back. */
  destroy(): void {}
}

/** Socket.IO's text protocol as far as battles use it: one namespace, no attachments, no receipts. */
export const socketParser = { Encoder, Decoder }

/** The name and payload of an event's packet; null for any other packet. Throws where it is none of this protocol. */
export function readPacket(text: string): readonly [name: unknown, payload: unknown] | null {
  if (text.charCodeAt(0) !== EVENT) return null
  // Who asks for a receipt puts a number before the event; none is given.
  let at = 1
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at += 1
  const parts: unknown = JSON.parse(text.slice(at))
  if (!Array.isArray(parts)) throw new Error('no event')
  return [parts[0], parts[1]]
}
