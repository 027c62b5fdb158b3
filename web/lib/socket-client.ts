import { io } from 'socket.io-client'
import type { ConnectionListeners, SocketConnection } from './socket.ts'
import { MAX_RECONNECT_MS, retryMs, URGENT_TIMEOUT_MS } from './socket-waits.ts'

const RECONNECT_MS = 400
const CONNECT_TIMEOUT_MS = 5000

/** Two losses within this time mean that something on the way cuts WebSockets. */
const OFTEN_MS = 60_000

/**
 * Whether polling comes before WebSocket in this tab, because a WebSocket timed out, went silent or was cut often: some school
 * filters do that and let polling pass.
 */
let prefersPolling = false
let lastLossMs = -Infinity

/** The other way is next. After polling, WebSocket again: the browser may poll over a connection that the network has swallowed. */
function swap(): void {
  prefersPolling = !prefersPolling
}

function noteLoss(): void {
  const nowMs = performance.now()
  if (nowMs - lastLossMs < OFTEN_MS) prefersPolling = true
  lastLossMs = nowMs
}

/** WebSocket is tried first: the other order costs the server almost three times as much per connection. */
function transports(): ('websocket' | 'polling')[] {
  return prefersPolling ? ['polling', 'websocket'] : ['websocket', 'polling']
}

/** Opens a connection and keeps opening it until it is closed. */
export function connectWith({
  onConnected,
  onDisconnected,
  onEvent,
  isUrgent,
}: ConnectionListeners): SocketConnection {
  const timeoutMs = (): number => (isUrgent() ? URGENT_TIMEOUT_MS : CONNECT_TIMEOUT_MS)
  const socket = io({
    transports: transports(),
    tryAllTransports: true,
    // A polling connection stays one: what keeps a WebSocket from opening would spoil the upgrade, too.
    upgrade: false,
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: MAX_RECONNECT_MS,
    timeout: timeoutMs(),
  })
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  function lost(): void {
    onDisconnected()
    socket.io.opts.transports = transports()
    socket.io.timeout(timeoutMs())
    // Socket.IO does not reconnect after the server has disconnected or refused it; a server that restarts or is full does both.
    if (socket.active) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => socket.connect(), retryMs())
  }
  socket.on('connect', onConnected)
  socket.on('connect_error', ({ message }) => {
    if (message === 'timeout') swap()
    lost()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'ping timeout') swap()
    if (reason === 'transport close' || reason === 'transport error') noteLoss()
    lost()
  })
  socket.onAny(onEvent)
  return {
    send(name, ...payload) {
      if (socket.connected) socket.emit(name, ...payload)
    },
    close(isSilent = false) {
      if (isSilent) swap()
      clearTimeout(reconnectTimer)
      socket.off()
      socket.offAny()
      socket.disconnect()
    },
  }
}
