import { connect, type Socket } from 'node:net'

/** Receives one text message: the bytes of `buffer` from `from` to `to`, which are overwritten after the call. */
export type OnText = (buffer: Buffer, from: number, to: number) => void

const HEAD_END = Buffer.from('\r\n\r\n')
const READ_BYTES = 256 * 1024
/** Shared by all connections: each read is processed before the next. */
const readBuffer = Buffer.allocUnsafe(READ_BYTES)
const PING = '2'.charCodeAt(0)

/** A text message as a page sends it. The mask is four zeros, which leaves the text unchanged. */
export function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const isLong = bytes.length > 125
  const frame = Buffer.alloc((isLong ? 8 : 6) + bytes.length)
  frame[0] = 0x81
  frame[1] = 0x80 | (isLong ? 126 : bytes.length)
  if (isLong) frame.writeUInt16BE(bytes.length, 2)
  bytes.copy(frame, isLong ? 8 : 6)
  return frame
}

const PONG = frameOf('3')
const CLOSE = Buffer.from([0x88, 0x80, 0, 0, 0, 0])

/** Where the payload of the frame at `at` begins and ends; null while its header is incomplete. */
function payloadAt(buffer: Buffer, at: number, end: number): { from: number; to: number } | null {
  if (end - at < 2) return null
  const short = (buffer[at + 1] ?? 0) & 127
  if (short < 126) return { from: at + 2, to: at + 2 + short }
  if (short === 126) return end - at < 4 ? null : { from: at + 4, to: at + 4 + buffer.readUInt16BE(at + 2) }
  return end - at < 10 ? null : { from: at + 10, to: at + 10 + Number(buffer.readBigUInt64BE(at + 2)) }
}

/** A handwritten websocket, so that the load is not what is measured. It answers pings of Engine.IO. */
export class RawLine {
  readonly #socket: Socket
  readonly opened: Promise<void>
  readonly closed: Promise<void>
  onText: OnText
  #isOpen = false
  #rest: Buffer | null = null

  constructor(port: number, path: string, onText: OnText) {
    this.onText = onText
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (bytes) => {
          this.#read(readBuffer, bytes)
          return true
        },
      },
    })
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', resolve)
      this.#socket.once('error', reject)
      this.#socket.once('close', () => reject(new Error('a server of the bench closed a connection')))
    })
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
  }

  send(frame: Buffer): void {
    this.#socket.write(frame)
  }

  /** Closes the connection as a page does when it is closed. */
  close(): void {
    this.#socket.end(CLOSE)
  }

  #read(buffer: Buffer, bytes: number): void {
    if (this.#rest) {
      const whole = Buffer.concat([this.#rest, buffer.subarray(0, bytes)])
      this.#rest = null
      return this.#parse(whole, whole.length)
    }
    this.#parse(buffer, bytes)
  }

  #parse(buffer: Buffer, end: number): void {
    let at = 0
    if (!this.#isOpen) {
      const headEnd = buffer.subarray(0, end).indexOf(HEAD_END)
      if (headEnd < 0) return this.#keep(buffer, 0, end)
      if (!buffer.subarray(0, headEnd).toString('latin1').startsWith('HTTP/1.1 101')) {
        this.#socket.destroy(new Error('a server of the bench refused a connection'))
        return
      }
      at = headEnd + HEAD_END.length
      this.#isOpen = true
      this.#socket.emit('open')
    }
    while (at < end) {
      const payload = payloadAt(buffer, at, end)
      if (!payload || payload.to > end) break
      const isText = ((buffer[at] ?? 0) & 15) === 1
      const isPing = payload.to - payload.from === 1 && buffer[payload.from] === PING
      if (isPing) this.send(PONG)
      else if (isText) this.onText(buffer, payload.from, payload.to)
      at = payload.to
    }
    if (at < end) this.#keep(buffer, at, end)
  }

  #keep(buffer: Buffer, from: number, to: number): void {
    this.#rest = Buffer.from(buffer.subarray(from, to))
  }
}
