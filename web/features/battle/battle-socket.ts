import type {
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '../../../contract/battle-events.ts'
import { eventChecks } from '../../generated/battle-events.ts'
import { warn } from '../../lib/log.ts'
import type { Check } from '../../lib/shape.ts'
import { openConnection, type ConnectionListeners } from '../../lib/socket.ts'

/** Payloads of the server's messages by name. */
export type ServerPayloads = { readonly [Name in ServerEventName]: ServerPayload<Name> }

/** A message from the server. */
export type ServerMessage = {
  [Name in ServerEventName]: { readonly name: Name; readonly payload: ServerPayload<Name> }
}[ServerEventName]

/** Validates a message from the server; null if it is not one of the contract. */
export function readServerMessage(name: string, payload: unknown): ServerMessage | null {
  const check = new Map<string, Check<unknown>>(Object.entries(eventChecks)).get(name)
  return check?.(payload) === true ? ({ name, payload } as ServerMessage) : null
}

/** A message to the server (`contract/battle-events.ts`). */
export type ClientMessage = {
  [Name in ClientEventName]: ClientPayload<Name> extends undefined
    ? { readonly name: Name }
    : { readonly name: Name; readonly payload: ClientPayload<Name> }
}[ClientEventName]

export type BattleConnection = { send(message: ClientMessage): void; close(isSilent?: boolean): void }

export type OpenBattleConnection = (
  listeners: Omit<ConnectionListeners, 'onEvent'> & { readonly onMessage: (message: ServerMessage) => void },
) => BattleConnection

/** Opens a connection to the referee. Unknown messages are ignored with a warning. */
export const openBattleConnection: OpenBattleConnection = ({ onMessage, ...listeners }) => {
  const connection = openConnection({
    ...listeners,
    onEvent(name, payload) {
      const message = readServerMessage(name, payload)
      if (message) onMessage(message)
      else warn(`Unknown battle event: ${name}`)
    },
  })
  return {
    send(message) {
      if ('payload' in message) connection.send(message.name, message.payload)
      else connection.send(message.name)
    },
    close: connection.close,
  }
}
