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
  /** Closes it permanently; messages already sent still go out. */
  close(): void
}

/** Socket.IO varies these waits by half, so that a whole class does not reconnect at the same moment. */
const RECONNECT_MS = 400
const MAX_RECONNECT_MS = 3000
const TIMEOUT_MS = 8000
const URGENT_TIMEOUT_MS = 3000

function timeoutMs(isUrgent: () => boolean): number {
  return isUrgent() ? URGENT_TIMEOUT_MS : TIMEOUT_MS
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
    timer = setTimeout(fail, timeoutMs(isUrgent))
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
    close() {
      isClosed = true
      clearTimeout(timer)
      line?.close()
    },
  }
}

/** WebSocket is tried first, then polling: the other order costs the server almost three times as much per connection. */
function connectWith(
  io: typeof Io,
  { onConnected, onDisconnected, onEvent, isUrgent }: ConnectionListeners,
): SocketConnection {
  const socket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: MAX_RECONNECT_MS,
    timeout: timeoutMs(isUrgent),
  })
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  function lost(): void {
    onDisconnected()
    socket.io.timeout(timeoutMs(isUrgent))
    // Socket.IO does not reconnect after the server has disconnected or refused it; a server that restarts or is full does both.
    if (socket.active) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => socket.connect(), retryMs())
  }
  socket.on('connect', onConnected)
  socket.on('connect_error', lost)
  socket.on('disconnect', lost)
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
