import type { io as Io } from 'socket.io-client'

/** Callbacks of a connection. `onEvent` gets whatever the server sends, unchecked. */
export type ConnectionListeners = {
  readonly onConnected: () => void
  /** The connection is lost, or an attempt to open one failed; it is retried. */
  readonly onDisconnected: () => void
  readonly onEvent: (name: string, payload: unknown) => void
  /** Whether a battle is running: then an attempt times out sooner. */
  readonly isUrgent: () => boolean
}

/** A connection to the server that carries events and reconnects automatically. */
type SocketConnection = {
  /** Sends now or not at all. Nothing is queued: after a reconnect, the caller decides what to send again. */
  send(name: string, ...payload: readonly unknown[]): void
  /** Closes it permanently; messages already sent still go out. `isSilent`: because the server no longer replies. */
  close(isSilent?: boolean): void
}

/** Socket.IO varies these waits by half, so that a whole class does not reconnect at the same moment. */
const RECONNECT_MS = 400
const MAX_RECONNECT_MS = 3000
const LOAD_TIMEOUT_MS = 8000
const CONNECT_TIMEOUT_MS = 5000
const URGENT_TIMEOUT_MS = 3000

function timeoutMs(isUrgent: () => boolean): number {
  return isUrgent() ? URGENT_TIMEOUT_MS : CONNECT_TIMEOUT_MS
}

/** Two losses within this time mean that something on the way cuts WebSockets. */
const OFTEN_MS = 60_000

/**
 * Whether polling comes before WebSocket in this tab, because a WebSocket timed out, went silent or was cut often: some school
 * filters do that and let polling pass.
 */
let prefersPolling = false
let lastLossMs = -Infinity

function noteLoss(): void {
  const nowMs = performance.now()
  if (nowMs - lastLossMs < OFTEN_MS) prefersPolling = true
  lastLossMs = nowMs
}

/** WebSocket is tried first: the other order costs the server almost three times as much per connection. */
function transports(): ('websocket' | 'polling')[] {
  return prefersPolling ? ['polling', 'websocket'] : ['websocket', 'polling']
}

function retryMs(): number {
  return MAX_RECONNECT_MS * (0.5 + Math.random() / 2)
}

/**
 * Socket.IO's client, 12 KB that the first load of /battle does without. The browser loads it once, and again after a failure
 * (https://github.com/whatwg/html/pull/10327; older browsers cache the failure and need a reload).
 */
async function loadClient(): Promise<typeof Io> {
  const { io } = await import('socket.io-client')
  return io
}

/** Loads Socket.IO before `openLine` needs it. A failure is ignored: `openLine` tries again. */
export function prefetchSocket(): void {
  loadClient().catch(() => {})
}

/** Opens a connection to the page's own server. Socket.IO is loaded first; failing to load it is a failed attempt to connect. */
export function openConnection(listeners: ConnectionListeners): SocketConnection {
  const { onDisconnected, isUrgent } = listeners
  let line: SocketConnection | null = null
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect(): Promise<void> {
    let hasFailed = false
    function fail(): void {
      if (hasFailed || line || isClosed) return
      hasFailed = true
      clearTimeout(timer)
      timer = setTimeout(() => void connect(), retryMs())
      onDisconnected()
    }
    timer = setTimeout(fail, isUrgent() ? URGENT_TIMEOUT_MS : LOAD_TIMEOUT_MS)
    const io = await loadClient().catch(() => null)
    if (io === null) return fail()
    // This attempt may have timed out: its client is used all the same, unless another attempt was faster.
    if (line || isClosed) return
    clearTimeout(timer)
    line = connectWith(io, listeners)
  }

  void connect()
  return {
    send: (name, ...payload) => line?.send(name, ...payload),
    close(isSilent = false) {
      isClosed = true
      if (isSilent) prefersPolling = true
      clearTimeout(timer)
      line?.close()
    },
  }
}

function connectWith(
  io: typeof Io,
  { onConnected, onDisconnected, onEvent, isUrgent }: ConnectionListeners,
): SocketConnection {
  const socket = io({
    transports: transports(),
    tryAllTransports: true,
    // A polling connection stays one: what keeps a WebSocket from opening would spoil the upgrade, too.
    upgrade: false,
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: MAX_RECONNECT_MS,
    timeout: timeoutMs(isUrgent),
  })
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  function lost(): void {
    onDisconnected()
    socket.io.opts.transports = transports()
    socket.io.timeout(timeoutMs(isUrgent))
    // Socket.IO does not reconnect after the server has disconnected or refused it; a server that restarts or is full does both.
    if (socket.active) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => socket.connect(), retryMs())
  }
  socket.on('connect', onConnected)
  socket.on('connect_error', ({ message }) => {
    if (message === 'timeout') prefersPolling = true
    lost()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'ping timeout') prefersPolling = true
    if (reason === 'transport close' || reason === 'transport error') noteLoss()
    lost()
  })
  socket.onAny(onEvent)
  return {
    send(name, ...payload) {
      if (socket.connected) socket.emit(name, ...payload)
    },
    close() {
      clearTimeout(reconnectTimer)
      socket.off()
      socket.offAny()
      socket.disconnect()
    },
  }
}
