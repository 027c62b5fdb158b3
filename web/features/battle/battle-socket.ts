import type {
  ClientEventName,
  ClientPayload,
  ServerEventName,
  ServerPayload,
} from '../../../contract/battle-events.ts'
import { eventChecks } from '../../generated/battle-events.ts'
import { warn } from '../../lib/log.ts'
import type { Check } from '../../lib/shape.ts'
import { openLine, type LineListeners } from '../../lib/socket.ts'

/** What the server tells, by its name on the wire. */
export type HeardPayloads = { readonly [Name in ServerEventName]: ServerPayload<Name> }

export type Heard = {
  [Name in ServerEventName]: { readonly name: Name; readonly payload: ServerPayload<Name> }
}[ServerEventName]

/** What arrived as one of the contract's events, or null where it is none of them or does not look like it. */
export function readHeard(name: string, payload: unknown): Heard | null {
  const check = new Map<string, Check<unknown>>(Object.entries(eventChecks)).get(name)
  return check?.(payload) === true ? ({ name, payload } as Heard) : null
}

/** An event for the server, as `contract/battle-events.ts` has it. */
export type Message = {
  [Name in ClientEventName]: ClientPayload<Name> extends undefined
    ? { readonly name: Name }
    : { readonly name: Name; readonly payload: ClientPayload<Name> }
}[ClientEventName]

export type BattleLine = { send(message: Message): void; close(): void }

export type OpenBattleLine = (
  listeners: Omit<LineListeners, 'onEvent'> & { readonly onHeard: (heard: Heard) => void },
) => BattleLine

/** The line to the referee. What is no event of a battle is left out, with a warning. */
export const openBattleLine: OpenBattleLine = ({ onHeard, ...listeners }) => {
  const line = openLine({
    ...listeners,
    onEvent(name, payload) {
      const heard = readHeard(name, payload)
      if (heard) onHeard(heard)
      else warn(`The server sent an event that is none of a battle: ${name}`)
    },
  })
  return {
    send(message) {
      if ('payload' in message) line.send(message.name, message.payload)
      else line.send(message.name)
    },
    close: line.close,
  }
}
