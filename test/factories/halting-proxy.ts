import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy to a server that can be paused: no connection breaks, and nothing passes, in either direction. */
export type HaltingProxy = {
  readonly url: string
  halt(): void
  /** Passes on what was held back, in order. */
  go(): void
  /** Resolves when the next bytes of a page have been passed on. */
  nextFromPage(): Promise<void>
}

/** Opens a way to the server at `url`; it is closed when the test has ended. */
export async function haltingProxy(url: string): Promise<HaltingProxy> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  const passedOn = new Set<() => void>()
  let isHalted = false
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (bytes) => {
        to.write(bytes)
        if (from !== near) return
        for (const resolve of passedOn) resolve()
        passedOn.clear()
      })
      from.on('error', () => to.destroy())
      from.once('close', () => {
        ends.delete(from)
        to.destroy()
      })
      if (isHalted) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const end of ends) end.destroy()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    halt: () => {
      isHalted = true
      for (const end of ends) end.pause()
    },
    go: () => {
      isHalted = false
      for (const end of ends) end.resume()
    },
    nextFromPage: () => new Promise((resolve) => void passedOn.add(resolve)),
  }
}
