import { io } from 'socket.io-client'

/** Who is told what happens on a line, and asked how urgent it is; `onEvent` gets whatever the server sends, unread. */
export type LineListeners = {
  readonly onConnected: () => void
  /** The connection is lost, or an attempt to make one failed; the next attempt is on its way. */
  readonly onDisconnected: () => void
  readonly onEvent: (name: string, payload: unknown) => void
  /** Whether somebody plays on meanwhile: then an attempt that hangs is given up sooner. */
  readonly isUrgent: () => boolean
}

/** A connection to the server that carries events and comes back by itself. */
type SocketLine = {
  /** Sends now, or not at all: without a connection nothing waits here, for whoever sends knows better what still counts. */
  send(name: string, ...payload: readonly unknown[]): void
  /** Ends it for good; what was sent before still goes out. */
  close(): void
}

/** A class whose network comes back must not come back in one instant; Socket.IO spreads these waits by half. */
const RECONNECT_MS = 400
const LONGEST_RECONNECT_MS = 3000
const TIMEOUT_MS = 8000
const URGENT_TIMEOUT_MS = 3000

/**
 * Opens a line to the page's own server. WebSocket first, and polling where a network does not let that through: the other
 * way round each connection costs the server almost three times as much.
 */
export function openLine({ onConnected, onDisconnected, onEvent, isUrgent }: LineListeners): SocketLine {
  const timeoutMs = (): number => (isUrgent() ? URGENT_TIMEOUT_MS : TIMEOUT_MS)
  const socket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: LONGEST_RECONNECT_MS,
    timeout: timeoutMs(),
  })
  let again: ReturnType<typeof setTimeout> | undefined
  function lost(): void {
    onDisconnected()
    socket.io.timeout(timeoutMs())
    // Socket.IO takes a server's goodbye or refusal for final; a server that restarts, or is full for a moment, says so too.
    if (socket.active) return
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), LONGEST_RECONNECT_MS * (0.5 + Math.random() / 2))
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
      clearTimeout(again)
      socket.off()
      socket.offAny()
      socket.disconnect()
    },
  }
}
