import { io } from 'socket.io-client'
import type { ConnectionListeners } from '../../../web/lib/socket.ts'

/** As `web/lib/socket.ts` opens its line, but from Node, to any address, and by websocket alone. */
export type PageLine = { send(name: string, payload?: unknown): void; close(): void }

const RECONNECT_MS = 400
const MAX_RECONNECT_MS = 3_000
const TIMEOUT_MS = 3_000

export function openPageLine(
  origin: string,
  { onConnected, onDisconnected, onEvent }: Omit<ConnectionListeners, 'isUrgent'>,
): PageLine {
  const socket = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: MAX_RECONNECT_MS,
    timeout: TIMEOUT_MS,
  })
  let again: ReturnType<typeof setTimeout> | undefined
  const lost = (): void => {
    onDisconnected()
    if (socket.active) return
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), MAX_RECONNECT_MS / 2)
  }
  socket.on('connect', onConnected)
  socket.on('connect_error', lost)
  socket.on('disconnect', lost)
  socket.onAny(onEvent)
  return {
    send: (name, payload) => {
      if (!socket.connected) return
      if (payload === undefined) socket.emit(name)
      else socket.emit(name, payload)
    },
    close: () => {
      clearTimeout(again)
      socket.off()
      socket.offAny()
      socket.disconnect()
    },
  }
}
