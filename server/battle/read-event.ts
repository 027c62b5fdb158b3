import { clientEvents, type ClientEventName, type ClientPayload } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'

/** An event as the contract knows it, or why it is none. */
export type ReadEvent =
  | {
      readonly ok: true
      readonly event: {
        [Name in ClientEventName]: { readonly name: Name; readonly payload: ClientPayload<Name> }
      }[ClientEventName]
    }
  | { readonly ok: false; readonly code: BattleErrorCode }

/** What is wrong where a field that names something names nothing that is there. */
const CODES: Readonly<Record<string, BattleErrorCode>> = {
  division: 'unknown_queue',
  preference: 'unknown_queue',
  botId: 'unknown_bot',
}

function read<Name extends Exclude<ClientEventName, 'leave-battle-queue'>>(name: Name, payload: unknown) {
  const result = clientEvents[name].safeParse(payload)
  if (result.success) return { ok: true, event: { name, payload: result.data } } as const
  const fields = new Set(result.error.issues.map(({ path }) => String(path[0] ?? '')))
  const code = fields.size === 1 ? CODES[[...fields][0] ?? ''] : undefined
  return { ok: false, code: code ?? 'bad_event' } as const
}

/** Reads what a page sent under this name: bounded, without fields that the contract does not know. */
export function readEvent(name: ClientEventName, payload: unknown): ReadEvent {
  if (name === 'leave-battle-queue') return { ok: true, event: { name, payload: undefined } }
  return read(name, payload) as ReadEvent
}
