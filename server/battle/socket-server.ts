import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server } from 'socket.io'
import type { Gateway } from './gateway.ts'
import { CLOSE_WITHIN_MS, MOST_CONNECTIONS, MOST_MESSAGE_BYTES } from './overload.ts'
import { READY_MADE, socketParser } from './socket-parser.ts'

/** Below the minute after which most proxies give a silent connection up. */
const PING_EVERY_MS = 25_000
const PONG_WITHIN_MS = 20_000
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

export type BattleSockets = {
  /** Closes every connection; pages of ours come back by themselves, to the server that is there then. */
  close(): Promise<void>
}

/**
 * Lets pages connect to the gateway over Socket.IO on the app's own HTTP server: same origin only, websocket or polling.
 * Recovery of connections is off: a battle tells by itself where it is.
 */
export function battleSockets(http: HttpServer, gateway: Gateway, isStopping: () => boolean): BattleSockets {
  const sockets = new Set<Duplex>()
  http.on('upgrade', (_request, socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
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
      const isFull = gateway.connections() >= MOST_CONNECTIONS
      decide(null, isOwnPage(request) && !isFull && !isStopping())
    },
  })
  io.on('connection', (socket) => {
    const line = gateway.connect({
      send: (packet) => void socket.emit(READY_MADE, packet),
      close: () => void socket.disconnect(true),
    })
    // Takes each event whatever its name, and passes none on: there are no other listeners.
    socket.use(([name, payload]) => line.receive(name, payload))
    socket.once('disconnect', () => line.closed())
  })
  return {
    close: async () => {
      io.engine.close()
      const until = performance.now() + CLOSE_WITHIN_MS
      while (sockets.size > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      for (const socket of sockets) socket.destroy()
    },
  }
}
