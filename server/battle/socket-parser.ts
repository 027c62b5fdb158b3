import { EventEmitter } from 'node:events'
import type { Packet } from './packets.ts'

/** The kinds of packets of Socket.IO's protocol 5 that travel here; the first letter of a packet's text. */
const CONNECT = 0
const DISCONNECT = 1
const EVENT = 2
const CONNECT_ERROR = 4

/** The name under which a packet that is already text is given to Socket.IO. */
export const READY_MADE = 'ready-made'

type Decoded = {
  readonly type: number
  readonly nsp: '/'
  readonly data?: unknown
}

type Encodable = { readonly type: number; readonly data?: unknown }

/** Makes text of Socket.IO's own packets; the arena's are text already. */
class Encoder {
  encode({ type, data }: Encodable): Packet[] {
    if (type === EVENT && Array.isArray(data) && data[0] === READY_MADE) return [String(data[1])]
    return [data === undefined ? String(type) : `${type}${JSON.stringify(data)}`]
  }
}

function decoded(text: string): Decoded {
  const type = text.charCodeAt(0) - 48
  // Who asks for a receipt of an event puts a number before it; none is given.
  let at = 1
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1
  const data: unknown = at < text.length ? JSON.parse(text.slice(at)) : undefined
  switch (type) {
    case CONNECT:
      return { type, nsp: '/', data: {} }
    case DISCONNECT:
      return { type, nsp: '/' }
    case EVENT:
      if (!Array.isArray(data)) break
      return { type, nsp: '/', data }
    case CONNECT_ERROR:
      break
  }
  throw new Error('no packet of this protocol')
}

/** Reads packets; one that is none throws, whereupon Socket.IO closes that connection. */
class Decoder extends EventEmitter {
  add(chunk: unknown): void {
    if (typeof chunk !== 'string') throw new Error('no text')
    this.emit('decoded', decoded(chunk))
  }

  /** Part of what Socket.IO asks of a decoder; there is nothing to give back. */
  destroy(): void {}
}

/**
 * Socket.IO's text protocol as far as battles use it: one namespace, no attachments, no receipts. With it Socket.IO writes
 * packets that are made already, and a page cannot make the server wait for attachments.
 */
export const socketParser = { Encoder, Decoder }
