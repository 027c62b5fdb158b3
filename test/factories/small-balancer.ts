import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** So often a server is asked whether it may be sent visitors. */
const LOOK_EVERY_MS = 200

type Answered = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A server that could not be reached: nothing was asked of it. */
class Unreached extends Error {}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends a call on; rejects with Unreached where there is no open door. */
function ask(origin: string, call: IncomingMessage, body: Buffer, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method, headers, url } = call
    const sent = request(`${origin}${url}`, { method, headers: { ...headers, connection: 'close' }, agent })
    sent.once('response', (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    sent.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new Unreached() : error),
    )
    sent.end(body)
  })
}

/**
 * What deploy/haproxy.cfg does, over servers of this machine: whoever says that it is ready is sent visitors; a call that met no open door
 * or a 503 is sent to the next server; a websocket stays where it is. It is closed when the test has ended.
 */
export async function smallBalancer(origins: readonly string[]): Promise<string> {
  const ready = new Set(origins)
  const sockets = new Set<Socket>()
  const agent = new Agent({ keepAlive: false })
  let turn = 0

  const look = async (origin: string): Promise<void> => {
    const { ok } = await fetch(`${origin}/readyz`).catch(() => ({ ok: false }))
    if (ok) ready.add(origin)
    else ready.delete(origin)
  }
  /** All of them, those that are ready first, another one each time. */
  const inTurn = (): string[] => {
    turn += 1
    const turned = origins.map((_, place) => origins[(place + turn) % origins.length] ?? '')
    return turned.toSorted((a, b) => Number(ready.has(b)) - Number(ready.has(a)))
  }

  const pass = async (call: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await bytesOf(call)
    let last: Answered = { status: 503, headers: {}, body: Buffer.alloc(0) }
    for (const origin of inTurn()) {
      try {
        last = await ask(origin, call, body, agent)
      } catch (error) {
        if (error instanceof Unreached) continue
        // Nobody knows whether it was done.
        last = { status: 502, headers: {}, body: Buffer.from(String(error)) }
      }
      if (last.status !== 503) break
    }
    const { 'transfer-encoding': _, connection: __, ...headers } = last.headers
    reply.writeHead(last.status, headers).end(last.body)
  }

  const join = (call: IncomingMessage, near: Socket, head: Buffer, [origin, ...others]: string[]): void => {
    if (origin === undefined) return void near.destroy()
    const { hostname, port } = new URL(origin)
    const far = connect({ host: hostname, port: Number(port) })
    let isOpen = false
    sockets.add(near)
    near.once('close', () => {
      sockets.delete(near)
      far.destroy()
    })
    near.on('error', () => near.destroy())
    far.on('error', () => {
      if (isOpen) near.destroy()
      else join(call, near, head, others)
    })
    far.once('connect', () => {
      isOpen = true
      const lines = Array.from({ length: call.rawHeaders.length / 2 }, (_, at) => {
        return `${call.rawHeaders[2 * at]}: ${call.rawHeaders[2 * at + 1]}\r\n`
      })
      far.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
      far.write(head)
      far.pipe(near)
      near.pipe(far)
    })
    far.once('close', () => isOpen && near.destroy())
  }

  const server = createServer((call, reply) => void pass(call, reply).catch(() => reply.destroy()))
  server.on('upgrade', (call, near: Socket, head) => join(call, near, head, inTurn()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = setInterval(() => origins.forEach((origin) => void look(origin)), LOOK_EVERY_MS)
  onTestFinished(() => {
    clearInterval(looking)
    server.close()
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
