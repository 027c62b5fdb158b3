import { connect, type Socket } from 'node:net'

export type Answered = {
  readonly answers: number
  readonly seconds: number
  readonly latenciesMs: readonly number[]
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i
/** One read of a connection; an answer of 50 rows arrives in one or two. */
const READ_BYTES = 64 * 1024

/** Repeats requests on one connection, each after the answer to the one before. */
class Asker {
  readonly #socket: Socket
  readonly #requests: readonly Buffer[]
  readonly #onAnswer: (latencyMs: number) => void
  readonly ended: Promise<void>
  #place: number
  #sentMs = 0
  #missingBytes = 0
  #head = ''
  #stopping = false

  constructor(
    port: number,
    requests: readonly Buffer[],
    place: number,
    onAnswer: (latencyMs: number) => void,
  ) {
    this.#requests = requests
    this.#place = place
    this.#onAnswer = onAnswer
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (bytes) => {
          this.#read(buffer, bytes)
          return true
        },
      },
    })
    this.ended = new Promise((resolve, reject) => {
      this.#socket.once('error', reject)
      this.#socket.once('close', () =>
        this.#stopping ? resolve() : reject(new Error('a server of the bench closed a connection')),
      )
    })
    this.#socket.once('connect', () => this.#ask())
  }

  /** The answer in transit is not waited for. */
  stop(): void {
    this.#stopping = true
    this.#socket.destroy()
  }

  #ask(): void {
    const request = this.#requests[this.#place++ % this.#requests.length]
    this.#sentMs = performance.now()
    if (request) this.#socket.write(request)
  }

  #read(buffer: Buffer, bytes: number): void {
    if (this.#missingBytes === 0) {
      const end = buffer.subarray(0, bytes).indexOf(HEAD_END)
      this.#head += buffer.toString('latin1', 0, end < 0 ? bytes : end + HEAD_END.length)
      if (end < 0) return
      const length = LENGTH.exec(this.#head)?.[1]
      if (!this.#head.startsWith('HTTP/1.1 200 ') || length === undefined) {
        this.#socket.destroy(new Error(`not the answer that is measured: ${this.#head}`))
        return
      }
      this.#head = ''
      this.#missingBytes = Number(length) + end + HEAD_END.length
    }
    this.#missingBytes -= bytes
    if (this.#missingBytes > 0) return
    this.#onAnswer(performance.now() - this.#sentMs)
    if (!this.#stopping) this.#ask()
  }
}

/**
 * Sends requests over that many connections for that many seconds. Only the head of each answer is read, so that one core of
 * load keeps one core of server busy. Rejects when an answer is not a 200 with a length.
 */
export async function askFor(
  port: number,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<Answered> {
  const latenciesMs: number[] = []
  const startedMs = performance.now()
  const askers = Array.from(
    { length: connections },
    (_, index) => new Asker(port, requests, index * 31, (latencyMs) => latenciesMs.push(latencyMs)),
  )
  const all = Promise.all(askers.map(({ ended }) => ended))
  const timer = setTimeout(() => askers.forEach((asker) => asker.stop()), seconds * 1000)
  await all.finally(() => {
    clearTimeout(timer)
    for (const asker of askers) asker.stop()
  })
  return { answers: latenciesMs.length, seconds: (performance.now() - startedMs) / 1000, latenciesMs }
}
