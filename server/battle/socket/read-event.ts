import { clientEvents, type ClientEventName, type ClientPayload } from '../../../contract/battle-events.ts'
import {
  MAX_BATTLE_ANSWER,
  MAX_BATTLE_PROBLEMS,
  MAX_BATTLE_SECONDS,
  type BattleErrorCode,
} from '../../../contract/battle-events.ts'
import { QUICK_POINTS } from '../../../domain/battle-scoring.ts'

/** An event as the contract knows it, or why it is none. */
type ReadEvent =
  | {
      readonly ok: true
      readonly event: {
        [Name in ClientEventName]: { readonly name: Name; readonly payload: ClientPayload<Name> }
      }[ClientEventName]
    }
  | { readonly ok: false; readonly code: BattleErrorCode }

const BATTLE_ID = /^[A-Za-z0-9_-]{8,40}$/

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

function isWhole(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

/**
 * The event that is sent most, read by hand in a fraction of the time. A test holds that it takes what the contract takes and
 * gives what the contract gives; null leaves the judgement to the contract.
 */
export function readAnswer(payload: unknown): ClientPayload<'battle-answer'> | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { battleId, problemIndex, answer, responseTime } = payload as Record<string, unknown>
  return typeof battleId === 'string' &&
    BATTLE_ID.test(battleId) &&
    isWhole(problemIndex, MAX_BATTLE_PROBLEMS - 1) &&
    isWhole(answer, MAX_BATTLE_ANSWER) &&
    typeof responseTime === 'number' &&
    responseTime >= 0 &&
    responseTime <= MAX_BATTLE_SECONDS * 1000
    ? { battleId, problemIndex, answer, responseTime }
    : null
}

/** A number outside the bounds is brought to the nearest one; whatever else it is stays as it is. */
function bounded(value: unknown, most: number): unknown {
  return typeof value === 'number' ? Math.min(most, Math.max(0, value)) : value
}

/** Totals are the server's own whatever a page says, so that out of bounds they still end the turn (BAT-27). */
function boundedTotals(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const { battleId, finalScore, problemsAnswered } = payload as Record<string, unknown>
  return {
    battleId,
    finalScore: bounded(finalScore, QUICK_POINTS * MAX_BATTLE_PROBLEMS),
    problemsAnswered: bounded(problemsAnswered, MAX_BATTLE_PROBLEMS),
  }
}

/** Reads what a page sent under this name: bounded, without fields that the contract does not know. */
export function readEvent(name: ClientEventName, payload: unknown): ReadEvent {
  if (name === 'leave-battle-queue') return { ok: true, event: { name, payload: undefined } }
  return read(name, name === 'battle-timeout' ? boundedTotals(payload) : payload) as ReadEvent
}
