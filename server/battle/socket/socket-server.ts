import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { RefusedHandshake } from '../../ops/battle-metrics.ts'
import { hasManyHosts, type Callers } from '../../http/callers.ts'
import { isOwnOrigin } from '../../http/own-page.ts'
import { FOR_CALLS } from '../../http/security-headers.ts'
import type { AddressShares } from './address-shares.ts'
import { directSockets, MAX_UNSENT_BYTES, type WriteText } from './direct-socket.ts'
import type { Gateway } from '../gateway.ts'
import { CLOSE_WITHIN_MS, MAX_MESSAGE_BYTES } from './overload.ts'
import type { Packet } from './packets.ts'
import { readPacket, socketParser } from './socket-parser.ts'

/**
 * Just below the minute after which most proxies give a silent connection up. For thousands of quiet connections pings are all that
 * is done, so they are no more frequent than that needs.
 */
export const PING_EVERY_MS = 55_000
const PONG_WITHIN_MS = 15_000
/** A connection that says nothing at all is closed. */
const CONNECT_WITHIN_MS = 10_000

/**
 * Whether a page of our own asks. Browsers say where a page is from with every websocket; without that word it is a page of
 * the same origin that polls, or no browser.
 */
function isOwnPage(request: IncomingMessage, callers: Callers): boolean {
  const { headers } = request
  const { origin } = headers
  if (hasManyHosts(request)) return false
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  return isOwnOrigin(origin, request, callers)
}

type Connection = Socket['conn']

/** What is no packet ends its connection, as Socket.IO itself does with it. */
function readOrClose(text: string, conn: Connection): ReturnType<typeof readPacket> {
  try {
    return readPacket(text)
  } catch {
    conn.close()
    return null
  }
}

/** Writes through Engine.IO, for who began by polling. Who takes in too little is closed, as `directSockets` does it. */
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
  /** Closes every connection; pages of ours come back by themselves, to the server that is there then. */
  close(): Promise<void>
}

type BattleSocketsNeeds = {
  readonly gateway: Pick<Gateway, 'connect'>
  readonly shares: AddressShares
  readonly callers: Callers
  /** Beyond it who comes is refused; those count who have not said hello to Socket.IO yet, too. */
  readonly mostConnections: number
  readonly pingEveryMs: number
  readonly isStopping: () => boolean
  /** Counts a handshake that was answered 403. */
  readonly refused: (reason: RefusedHandshake) => void
  /** Counts a connection that was closed because of all that it has sent. */
  readonly flooded: () => void
}

type Gate = {
  /** Why a page may not connect; null where it may, and then `addressOf` its request is known. */
  refusalOf(request: IncomingMessage, open: number): RefusedHandshake | null
  addressOf(request: IncomingMessage): string | null
}

function gateBefore({ shares, callers, mostConnections, isStopping }: BattleSocketsNeeds): Gate {
  const addresses = new WeakMap<IncomingMessage, string | null>()
  return {
    refusalOf: (request, open) => {
      if (!isOwnPage(request, callers)) return 'other_site'
      if (isStopping()) return 'draining'
      const address = callers.keyOf(request)
      addresses.set(request, address)
      return open < mostConnections && shares.mayConnect(address) ? null : 'busy'
    },
    addressOf: (request) => addresses.get(request) ?? null,
  }
}

/** Socket.IO's own server, with everything off that battles do not use. */
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
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, FOR_CALLS))
  io.engine.on('connection', (conn: Connection) => {
    const address = gate.addressOf(conn.request)
    needs.shares.connected(address)
    conn.once('close', () => needs.shares.disconnected(address))
  })
  return io
}

/**
 * Lets pages connect to the gateway over Socket.IO on the app's own HTTP server: same origin only, websocket or polling.
 * Recovery of connections is off: a battle tells by itself where it is.
 */
export function battleSockets(http: HttpServer, needs: BattleSocketsNeeds): BattleSockets {
  const { gateway } = needs
  const gate = gateBefore(needs)
  const direct = directSockets(http, needs.flooded)
  const io = ioServer(http, needs, gate)
  const inUse = new WeakSet<object>()
  io.on('connection', (socket) => {
    const { conn } = socket
    // A page that says hello twice has one line all the same.
    if (inUse.has(conn)) return void socket.disconnect(true)
    inUse.add(conn)
    const write = direct.writerFor(conn.request)
    // `4` is a message of Engine.IO, which Socket.IO's packets travel in.
    const send = write ? (packet: Packet) => write(`4${packet}`) : engineWriter(conn)
    const close = (): void => void socket.disconnect(true)
    // `2` is a ping of Engine.IO's, which every client of it answers at once; who began by polling hears only those of the server.
    const ask = write && (() => write('2'))
    const line = gateway.connect({ send, close, ask }, gate.addressOf(conn.request))
    conn.on('message', (text: unknown) => {
      const event = typeof text === 'string' ? readOrClose(text, conn) : null
      if (event) line.receive(event[0], event[1])
    })
    // Not only the answers to pings: what else Engine.IO takes from a page and does nothing with has to be counted, too.
    conn.on('packet', ({ type }: { readonly type: string }) => {
      if (type !== 'message') line.heard()
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
