import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { RefusedHandshake } from '../../ops/battle-metrics.ts'
import { hasSeveralHostHeaders, type Callers } from '../../http/callers.ts'
import { isSameOrigin } from '../../http/csrf.ts'
import { API_HEADERS } from '../../http/security-headers.ts'
import type { AddressShares } from './address-shares.ts'
import { directSockets, MAX_UNSENT_BYTES, type WriteText } from './direct-socket.ts'
import type { Gateway } from '../gateway.ts'
import { CLOSE_WITHIN_MS, MAX_MESSAGE_BYTES } from './overload.ts'
import type { Packet } from './packets.ts'
import { readPacket, socketParser } from './socket-parser.ts'

/**
 * Just below the minute after which most proxies close an idle connection. Pings are the only cost of thousands of idle
 * connections, so they are as rare as possible.
 */
export const PING_EVERY_MS = 55_000
const PONG_WITHIN_MS = 15_000
/** A connection without a Socket.IO connect packet is closed after this time. */
const CONNECT_WITHIN_MS = 10_000

/**
 * Whether the request is from one of our own pages. Browsers send `Origin` with every websocket; without it, this is same-origin
 * polling or not a browser.
 */
function isOwnPage(request: IncomingMessage, callers: Callers): boolean {
  const { headers } = request
  const { origin } = headers
  if (hasSeveralHostHeaders(request)) return false
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  return isSameOrigin(origin, request, callers)
}

type Connection = Socket['conn']

/** Closes the connection on an invalid packet, as Socket.IO does. */
function readOrClose(text: string, conn: Connection): ReturnType<typeof readPacket> {
  try {
    return readPacket(text)
  } catch {
    conn.close()
    return null
  }
}

/** Writes through Engine.IO, for connections that started with polling. Closes slow readers, as `directSockets` does. */
function engineWriter(conn: Connection): WriteText {
  let unsent = 0
  return (text) => {
    unsent += text.length
    conn.send(text, {}, () => {
      unsent -= text.length
    })
    if (unsent > MAX_UNSENT_BYTES) conn.close(true)
  }
}

type BattleSockets = {
  /** Closes all connections; pages reconnect on their own. */
  close(): Promise<void>
}

type BattleSocketsNeeds = {
  readonly gateway: Pick<Gateway, 'connect'>
  readonly shares: AddressShares
  readonly callers: Callers
  /** More connections are refused. Includes those that have not sent a Socket.IO connect packet yet. */
  readonly maxConnections: number
  readonly pingEveryMs: number
  readonly isStopping: () => boolean
  /** Called for each handshake answered with 403. */
  readonly refused: (reason: RefusedHandshake) => void
  /** Called for each connection closed for exceeding the byte rate limit. */
  readonly flooded: () => void
}

type Gate = {
  /** Why a page may not connect, or null. After null, `addressOf` knows the request. */
  refusalOf(request: IncomingMessage, open: number): RefusedHandshake | null
  addressOf(request: IncomingMessage): string | null
}

function connectionGate({ shares, callers, maxConnections, isStopping }: BattleSocketsNeeds): Gate {
  const addresses = new WeakMap<IncomingMessage, string | null>()
  return {
    refusalOf: (request, open) => {
      if (!isOwnPage(request, callers)) return 'other_site'
      if (isStopping()) return 'draining'
      const address = callers.keyOf(request)
      addresses.set(request, address)
      return open < maxConnections && shares.mayConnect(address) ? null : 'busy'
    },
    addressOf: (request) => addresses.get(request) ?? null,
  }
}

/** A Socket.IO server with unused features disabled. */
function ioServer(http: HttpServer, needs: BattleSocketsNeeds, gate: Gate): Server {
  const io = new Server(http, {
    parser: socketParser,
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: needs.pingEveryMs,
    pingTimeout: PONG_WITHIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    allowRequest: (request, decide) => {
      const refusal = gate.refusalOf(request, io.engine.clientsCount)
      if (refusal !== null) needs.refused(refusal)
      decide(null, refusal === null)
    },
  })
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, API_HEADERS))
  io.engine.on('connection', (conn: Connection) => {
    const address = gate.addressOf(conn.request)
    needs.shares.connected(address)
    conn.once('close', () => needs.shares.disconnected(address))
  })
  return io
}

/**
 * Connects pages to the gateway over Socket.IO on the app's HTTP server: same origin only, websocket or polling.
 * Socket.IO's connection state recovery is off, because battles resend their state themselves.
 */
export function battleSockets(http: HttpServer, needs: BattleSocketsNeeds): BattleSockets {
  const { gateway } = needs
  const gate = connectionGate(needs)
  const direct = directSockets(http, needs.flooded)
  const io = ioServer(http, needs, gate)
  const inUse = new WeakSet<object>()
  io.on('connection', (socket) => {
    const { conn } = socket
    // A second Socket.IO connect packet on the same connection is not allowed.
    if (inUse.has(conn)) return void socket.disconnect(true)
    inUse.add(conn)
    const write = direct.writerFor(conn.request)
    // `4` marks an Engine.IO message, which contains a Socket.IO packet.
    const send = write ? (packet: Packet) => write(`4${packet}`) : engineWriter(conn)
    const close = (): void => void socket.disconnect(true)
    // `2` is an Engine.IO ping, which every client answers at once. Connections that started with polling get only regular pings.
    const ping = write && (() => write('2'))
    const line = gateway.connect({ send, close, ping: ping }, gate.addressOf(conn.request))
    conn.on('message', (text: unknown) => {
      const event = typeof text === 'string' ? readOrClose(text, conn) : null
      if (event) line.receive(event[0], event[1])
    })
    // Pongs, and any other packets that Engine.IO accepts and ignores, which have to be rate-limited too.
    conn.on('packet', ({ type }: { readonly type: string }) => {
      if (type !== 'message') line.receiveOther()
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
