import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Random } from '../../../domain/fact-selection.ts'

const ASK_EVERY_MS = 500
const READY_WITHIN_MS = 1_000
const CONNECT_WITHIN_MS = 1_000

/** One address for all servers. */
export type Balancer = { readonly origin: string; close(): void }

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** A connection to a server, or null where nobody listens. */
function reach(origin: string): Promise<Socket | null> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((resolve) => {
    const settle = (reached: Socket | null): void => {
      clearTimeout(limit)
      if (reached === null) socket.destroy()
      resolve(reached)
    }
    const limit = setTimeout(() => settle(null), CONNECT_WITHIN_MS)
    socket.once('connect', () => settle(socket))
    socket.once('error', () => settle(null))
  })
}

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.once('close', () => to.destroy())
  }
}

/**
 * Passes each connection to some server that says it is ready, as the operations document asks of a balancer; where none says so, to any
 * that listens, because whoever plays has to bear that too.
 */
export async function startBalancer(origins: readonly string[], random: Random): Promise<Balancer> {
  const ready = new Set(origins)
  const open = new Set<Socket>()
  let isClosed = false
  const look = async (origin: string): Promise<void> => {
    if (await isReady(origin)) ready.add(origin)
    else ready.delete(origin)
    if (!isClosed) setTimeout(() => void look(origin), ASK_EVERY_MS)
  }
  const order = (): string[] => {
    const drawn = origins.map((origin) => ({ origin, at: random() + (ready.has(origin) ? 0 : 1) }))
    return drawn.toSorted((a, b) => a.at - b.at).map(({ origin }) => origin)
  }
  const pass = async (page: Socket): Promise<void> => {
    for (const origin of order()) {
      const server = await reach(origin)
      if (!server) continue
      if (page.destroyed) return void server.destroy()
      return join(page, server)
    }
    page.destroy()
  }
  const server = createServer({ noDelay: true }, (page) => {
    open.add(page)
    page.on('error', () => page.destroy())
    page.once('close', () => open.delete(page))
    void pass(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  for (const origin of origins) void look(origin)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      isClosed = true
      server.close()
      for (const page of open) page.destroy()
    },
  }
}
