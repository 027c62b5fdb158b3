import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { RefusedHandshake } from '../operations/battle-metrics.ts'
import { FOR_CALLS } from '../operations/security-headers.ts'
import { directSockets } from './direct-socket.ts'
import type { Gateway } from './gateway.ts'
import { CLOSE_WITHIN_MS, MOST_CONNECTIONS, MOST_MESSAGE_BYTES } from './overload.ts'
import { readPacket, socketParser } from './socket-parser.ts'

/**
 * Below the minute after which most proxies give a silent connection up. For thousands of quiet connections pings are all that
 * is done, so they are no more frequent than that needs.
 */
const PING_EVERY_MS = 40_000
const PONG_WITHIN_MS = 15_000
/** A connection that says nothing at all is closed. */
const CONNECT_WITHIN_MS = 10_000

/**
 * Whether a page of our own asks. Browsers say where a page is from with every websocket; without that word it is a page of
 * the same origin that polls, or no browser.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  return URL.canParse(origin) && new URL(origin).host === host
}

/** Why a page may not connect; null where it may. */
function refusalOf(request: IncomingMessage, gateway: Gateway, isStopping: boolean): RefusedHandshake | null {
  if (!isOwnPage(request)) return 'other_site'
  if (isStopping) return 'draining'
  return gateway.connections() >= MOST_CONNECTIONS ? 'busy' : null
}

/** What is no packet ends its connection, as Socket.IO itself does with it. */
function readOrClose(text: string, conn: { close(): void }): ReturnType<typeof readPacket> {
  try {
    return readPacket(text)
  } catch {
    conn.close()
    return null
  }
}

export type BattleSockets = {
  /** Closes every connection; pages of ours come back by themselves, to the server that is there then. */
  close(): Promise<void>
}

export type BattleSocketsNeeds = {
  readonly gateway: Gateway
  readonly isStopping: () => boolean
  /** Counts a handshake that was answered 403. */
  readonly refused: (reason: RefusedHandshake) => void
}

/**
 * Lets pages connect to the gateway over Socket.IO on the app's own HTTP server: same origin only, websocket or polling.
 * Recovery of connections is off: a battle tells by itself where it is.
 */
export function battleSockets(http: HttpServer, needs: BattleSocketsNeeds): BattleSockets {
  const { gateway, isStopping, refused } = needs
  const direct = directSockets(http)
  const io = new Server(http, {
    parser: socketParser,
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MOST_MESSAGE_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    allowRequest: (request, decide) => {
      const refusal = refusalOf(request, gateway, isStopping())
      if (refusal !== null) refused(refusal)
      decide(null, refusal === null)
    },
  })
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, FOR_CALLS))
  const inUse = new WeakSet<object>()
  io.on('connection', (socket) => {
    const { conn } = socket
    // A page that says hello twice has one line all the same.
    if (inUse.has(conn)) return void socket.disconnect(true)
    inUse.add(conn)
    const write = direct.writerFor(conn.request)
    const line = gateway.connect({
      send: (packet) => {
        // `4` is a message of Engine.IO, which Socket.IO's packets travel in.
        if (write) write(`4${packet}`)
        else conn.send(packet)
      },
      close: () => void socket.disconnect(true),
    })
    conn.on('message', (text: unknown) => {
      const event = typeof text === 'string' ? readOrClose(text, conn) : null
      if (event) line.receive(event[0], event[1])
    })
    socket.once('disconnect', () => {
      line.closed()
      conn.close()
    })
  })
  return {
    close: async () => {
      io.engine.close()
      const until = performance.now() + CLOSE_WITHIN_MS
      while (direct.open.size > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      for (const socket of direct.open) socket.destroy()
    },
  }
}
