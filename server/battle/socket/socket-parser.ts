import { EventEmitter } from 'node:events'

/** The packet types of Socket.IO protocol 5 used here; the first character of a packet. */
const CONNECT = 0
const DISCONNECT = 1
const EVENT = '2'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)

type Encodable = { readonly type: number; readonly data?: unknown }

/** Serializes Socket.IO's own packets. */
class Encoder {
  encode({ type, data }: Encodable): string[] {
    return [data === undefined ? String(type) : `${type}${JSON.stringify(data)}`]
  }
}

/**
 * Parses connect and disconnect packets. Event packets are ignored: the gateway reads them itself, in order. Throws on
 * anything else, whereupon Socket.IO closes the connection.
 */
class Decoder extends EventEmitter {
  add(chunk: unknown): void {
    if (typeof chunk !== 'string') throw new Error('not a text packet')
    const kind = chunk.charCodeAt(0)
    if (kind === EVENT) return
    // A connect packet may carry an auth object, which is ignored. Other namespaces do not exist.
    const isPlain = chunk.length === 1 || chunk.charAt(1) === '{'
    if (!isPlain || (kind !== ZERO + CONNECT && kind !== ZERO + DISCONNECT)) {
      throw new Error('not a valid packet')
    }
    this.emit('decoded', { type: kind - ZERO, nsp: '/', data: {} })
  }

  /** Required by Socket.IO. */
  destroy(): void {}
}

/** The part of Socket.IO's protocol that battles use: one namespace, no attachments, no acknowledgements. */
export const socketParser = { Encoder, Decoder }

/** Parses an event packet; null for other packets. Throws if it is invalid. */
export function readPacket(text: string): readonly [name: unknown, payload: unknown] | null {
  if (text.charCodeAt(0) !== EVENT) return null
  // Skips the id of a requested acknowledgement; none is sent.
  let at = 1
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at += 1
  const parts: unknown = JSON.parse(text.slice(at))
  if (!Array.isArray(parts)) throw new Error('not an event')
  return [parts[0], parts[1]]
}
