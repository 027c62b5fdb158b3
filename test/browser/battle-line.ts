import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A way to the server that a test can cut and mend, as a network is. */
export type CutLine = {
  readonly origin: string
  /** Ends every connection and lets none through until it is mended. */
  cut(): void
  /** Lets every byte vanish from now on, both ways, and closes nothing: those who talk do not notice. */
  swallow(): void
  /** Lets the bytes of WebSockets vanish from now on, open or not yet, as some school filters do. Other requests pass. */
  muteWebSockets(): void
  /** Ends every WebSocket, and from now on each new one as soon as the browser says something on it. Other requests pass. */
  cutWebSockets(): void
  /** Lets new connections through; those that were swallowed stay mute. */
  mend(): void
  close(): Promise<void>
}

const isUpgrade = (bytes: Buffer): boolean =>
  /^GET [^]*\r\nUpgrade: websocket\r\n/i.test(bytes.toString('latin1'))

/** Opens a way of its own to the server at `origin`. */
export async function openCutLine(origin: string): Promise<CutLine> {
  const port = Number(new URL(origin).port)
  const open = new Set<Socket>()
  let isCut = false
  let isSwallowing = false
  let areWebSocketsMute = false
  let areWebSocketsCut = false
  const swallowed = new Set<Socket>()
  const webSockets = new Set<Socket>()
  const follow = (socket: Socket): void => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  }
  const cutAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  const passOn = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (isUpgrade(bytes)) for (const end of [from, to]) webSockets.add(end)
      if (!swallowed.has(from) && !(areWebSocketsMute && webSockets.has(from))) to.write(bytes)
    })
  }
  const proxy = createServer((near) => {
    follow(near)
    if (isCut) return void near.destroy()
    if (isSwallowing) return void near.resume()
    const far = connect(port, '127.0.0.1')
    follow(far)
    near.on('data', () => areWebSocketsCut && webSockets.has(near) && near.destroy())
    passOn(near, far)
    passOn(far, near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      cutAll()
    },
    swallow() {
      isSwallowing = true
      for (const socket of open) swallowed.add(socket)
    },
    muteWebSockets() {
      areWebSocketsMute = true
    },
    cutWebSockets() {
      areWebSocketsCut = true
      for (const socket of webSockets) socket.destroy()
    },
    mend() {
      isCut = false
      isSwallowing = false
    },
    close() {
      cutAll()
      return new Promise((resolve) => proxy.close(() => resolve()))
    },
  }
}
