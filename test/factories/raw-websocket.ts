import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { WEBSOCKET_PATH } from './handshake.ts'

export const TEXT = 1
export const CLOSE = 8

/** A frame as it came (RFC 6455, 5.2). */
export type Frame = {
  readonly opcode: number
  /** The first byte without its opcode: 128 for a whole frame that no extension has touched. */
  readonly flags: number
  readonly isMasked: boolean
  readonly text: string
  /** Where in the bytes of the connection it ends. */
  readonly endsAt: number
}

/** A websocket by hand: every frame is seen as it came, and reading is the test's own business. */
export type RawWebSocket = {
  readonly socket: Socket
  /** The server's response to the handshake. */
  readonly head: string
  readonly frames: readonly Frame[]
  /** Sends texts in one piece, each a frame. */
  send(...texts: readonly string[]): void
  /** Sends a close frame, and keeps its end open. */
  sayGoodbye(): void
  /** The first frame that fits, waited for. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>
  /** Resolves when the server has ended its side. */
  readonly ended: Promise<void>
}

/** A frame as pages send it, with a mask of zeros. */
function masked(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const size = length < 126 ? [length | 128] : [254, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([opcode | 128, ...size, 0, 0, 0, 0]), payload])
}

/** The frame at the start of `bytes`, and its length; null while it is incomplete. */
function readFrame(bytes: Buffer): { frame: Omit<Frame, 'endsAt'>; size: number } | null {
  if (bytes.length < 2) return null
  const [first = 0, second = 0] = bytes
  const short = second & 127
  const from = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < from) return null
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < from + length) return null
  const text = bytes.subarray(from, from + length).toString('utf8')
  const frame = { opcode: first & 15, flags: first & 240, isMasked: second > 127, text }
  return { frame, size: from + length }
}

/** Opens a websocket by hand, with `sid` one for a connection that began by polling; it is closed when the test has ended. */
export async function rawWebSocket(url: string, sid?: string): Promise<RawWebSocket> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const frames: Frame[] = []
  const looks = new Set<() => void>()
  let head = ''
  let at = 0
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (head === '') {
      const end = rest.indexOf('\r\n\r\n') + 4
      if (end < 4) return
      head = rest.subarray(0, end).toString('latin1')
      rest = rest.subarray(end)
      at = end
    }
    for (let read = readFrame(rest); read; read = readFrame(rest)) {
      rest = rest.subarray(read.size)
      at += read.size
      frames.push({ ...read.frame, endsAt: at })
    }
    for (const look of looks) look()
  })
  const ended = new Promise<void>((resolve) => {
    socket.once('end', resolve)
    socket.once('close', () => resolve())
  })
  socket.write(
    [
      `GET ${WEBSOCKET_PATH}${sid === undefined ? '' : `&sid=${sid}`} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
      '\r\n',
    ].join('\r\n'),
  )
  const frame = (fits: (one: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(fits)
        if (!found) return
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
    })
  if (sid === undefined) await frame(({ text }) => text.startsWith('0{'))
  return {
    socket,
    head,
    frames,
    send: (...texts) =>
      void socket.write(Buffer.concat(texts.map((text) => masked(TEXT, Buffer.from(text))))),
    sayGoodbye: () => void socket.write(masked(CLOSE, Buffer.from([1000 >> 8, 1000 & 255]))),
    frame,
    ended,
  }
}
