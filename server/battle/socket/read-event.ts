import { clientEvents, type ClientEventName, type ClientPayload } from '../../../contract/battle-events.ts'
import {
  MAX_BATTLE_ANSWER,
  MAX_BATTLE_PROBLEMS,
  MAX_BATTLE_SECONDS,
  type BattleErrorCode,
} from '../../../contract/battle-events.ts'
import { QUICK_POINTS } from '../../../domain/battle-scoring.ts'

/** A validated event, or why it is invalid. */
type ReadEvent =
  | {
      readonly ok: true
      readonly event: {
        [Name in ClientEventName]: { readonly name: Name; readonly payload: ClientPayload<Name> }
      }[ClientEventName]
    }
  | { readonly ok: false; readonly code: BattleErrorCode }

const BATTLE_ID = /^[A-Za-z0-9_-]{8,40}$/

/** Error codes for a field that refers to something that does not exist. */
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
 * A handwritten parser for the most frequent event, for speed. A test checks that it agrees with the contract; null means that
 * the contract has to decide.
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

/** Clamps numbers to 0..`most`; returns other values unchanged. */
function bounded(value: unknown, most: number): unknown {
  return typeof value === 'number' ? Math.min(most, Math.max(0, value)) : value
}

/** The server uses its own totals, so out-of-range ones are clamped and still end the turn (BAT-27). */
function boundedTotals(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const { battleId, finalScore, problemsAnswered } = payload as Record<string, unknown>
  return {
    battleId,
    finalScore: bounded(finalScore, QUICK_POINTS * MAX_BATTLE_PROBLEMS),
    problemsAnswered: bounded(problemsAnswered, MAX_BATTLE_PROBLEMS),
  }
}

/** Validates an event; drops fields that the contract does not have. */
export function readEvent(name: ClientEventName, payload: unknown): ReadEvent {
  if (name === 'leave-battle-queue') return { ok: true, event: { name, payload: undefined } }
  return read(name, name === 'battle-timeout' ? boundedTotals(payload) : payload) as ReadEvent
}
