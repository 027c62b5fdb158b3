import type { connectWith } from './socket-client.ts'
import { retryMs, URGENT_TIMEOUT_MS } from './socket-waits.ts'

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
export type SocketConnection = {
  /** Sends now or not at all. Nothing is queued: after a reconnect, the caller decides what to send again. */
  send(name: string, ...payload: readonly unknown[]): void
  /** Closes it permanently; messages already sent still go out. `isSilent`: because the server no longer replies. */
  close(isSilent?: boolean): void
}

const LOAD_TIMEOUT_MS = 8000

/**
 * Socket.IO's client, 12 KB that the first load of /battle does without. The browser loads it once, and again after a failure
 * (https://github.com/whatwg/html/pull/10327; older browsers cache the failure and need a reload).
 */
async function loadClient(): Promise<typeof connectWith> {
  const client = await import('./socket-client.ts')
  return client.connectWith
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
    const connectNow = await loadClient().catch(() => null)
    if (connectNow === null) return fail()
    // This attempt may have timed out: its client is used all the same, unless another attempt was faster.
    if (line || isClosed) return
    clearTimeout(timer)
    line = connectNow(listeners)
  }

  void connect()
  return {
    send: (name, ...payload) => line?.send(name, ...payload),
    close(isSilent) {
      isClosed = true
      clearTimeout(timer)
      line?.close(isSilent)
    },
  }
}
