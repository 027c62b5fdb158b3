import * as z from 'zod/mini'
import { NO_COUNTERS, type Counters, type FactCounters } from '../../../../domain/achievements/counters.ts'
import { NOTHING_YET, type AchievingStart } from '../../../../domain/achievements/fold.ts'
import { OPERATIONS } from '../../../../domain/fact.ts'
import { fieldsOf } from '../../../../domain/json-fields.ts'
import { EMPTY_MEMORY, type LearningMemory } from '../../../../domain/learning/memory.ts'
import type { MeasuredEntry } from '../../../student/port.ts'
import { readMemory, storeMemory } from '../../../../domain/learning/stored.ts'

/**
 * The version of the stored states. Raise it when the rules of learning or achievements change, or the shape of a state: states of
 * other versions are folded from the log again.
 */
const STATE_VERSION = 1

const number = z.number()
const numbers = z.array(number)
const byOperation = <Value extends z.ZodMiniType>(value: Value) => z.record(z.enum(OPERATIONS), value)
const logPosition = z.object({ atMs: number, sessionId: z.string(), place: number })

const counters: z.ZodMiniType<Counters> = z.object({
  problems: number,
  byOperation: byOperation(number),
  factsSeen: number,
  retried: number,
  helped: number,
  alone: number,
  hard: number,
  again: number,
  firstTry: number,
  still: number,
  hardSessions: number,
  efforts: number,
  sessions: number,
  hadAllFour: z.boolean(),
  returns: number,
  returnDay: z.string(),
  lastDays: z.array(z.string()),
  mostKnown: number,
  mostPairs: number,
  mostFamilies: number,
  known: numbers,
  goal: numbers,
  open: z.nullable(z.object({ sessionId: z.string(), number, picture: z.boolean() })),
  days: z.array(z.object({ day: z.string(), problems: number, ms: number })),
  latest: z.array(
    z.object({ sessionId: z.string(), number, over: number, counted: number, facts: number, hard: number }),
  ),
  position: logPosition,
})

const factCounters: z.ZodMiniType<FactCounters> = z.object({
  missedFirst: z.boolean(),
  rightDays: number,
  rightDay: z.string(),
  pictureDay: z.string(),
  isAlone: z.boolean(),
  isHard: z.boolean(),
  fell: z.boolean(),
  isAgain: z.boolean(),
  isStill: z.boolean(),
  seenMs: number,
  session: number,
  knownDay: z.string(),
})

const entryTimes = z.record(z.string(), z.object({ baseMs: number, keyMs: number, measuredAtMs: number }))

const studentState = z.object({
  problems: number,
  day: number,
  unknownMet: number,
  abilities: byOperation(z.object({ ability: number, met: number })),
  /** The last folded attempt. */
  folded: logPosition,
  counters,
  entryTimes,
})

/** A student's memory and counters except for facts, and the entry times by input type. */
export type StudentState = z.infer<typeof studentState>

/** Entry times by input type, as the warm-up measured them. */
export type EntryTimes = StudentState['entryTimes']

const { facts: _facts, ...NOTHING_LEARNED } = EMPTY_MEMORY

export const NO_STATE: StudentState = {
  ...NOTHING_LEARNED,
  folded: { atMs: 0, sessionId: '', place: 0 },
  counters: NO_COUNTERS,
  entryTimes: {},
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type StateRow = { readonly state_version: number; readonly state: string }

/** The stored columns of a state. */
export function stateRow(state: StudentState): StateRow {
  return { state_version: STATE_VERSION, state: JSON.stringify(state) }
}

/** A stored state; null if it is of another version or damaged and must be folded from the log. */
export function readState(row: StateRow): StudentState | null {
  if (row.state_version !== STATE_VERSION) return null
  return studentState.safeParse(parsed(row.state)).data ?? null
}

/** The entry times in a stored state of any version: the log does not have them. */
export function entryTimesIn(state: string): EntryTimes {
  return entryTimes.safeParse(fieldsOf(parsed(state)).get('entryTimes')).data ?? {}
}

/** The entry times in a stored state as rows, in the order of the input types. */
export function measuredEntries(state: string): readonly MeasuredEntry[] {
  return Object.entries(entryTimesIn(state))
    .map(([inputType, time]) => ({ inputType, ...time }))
    .toSorted((one, other) => (one.inputType < other.inputType ? -1 : 1))
}

/** A stored state of any version with one more entry time. */
export function withEntryTime(state: string, inputType: string, time: EntryTimes[string]): string {
  const fields = Object.fromEntries(fieldsOf(parsed(state)))
  return JSON.stringify({ ...fields, entryTimes: { ...entryTimesIn(state), [inputType]: time } })
}

const retained = z.object({
  memory: z.unknown(),
  counters,
  facts: z.array(z.tuple([number, factCounters])),
})

type Retained = Omit<AchievingStart, 'facts'> & { readonly facts: ReadonlyMap<number, FactCounters> }

/** What deleted attempts have shown, as JSON. */
export function retainedText({ memory, counters, facts }: Retained): string {
  return JSON.stringify({ memory: storeMemory(memory), counters, facts: [...facts] })
}

/** The inverse of `retainedText`; nothing for null and for damaged data. */
export function readRetained(text: string | null): AchievingStart {
  const kept = text === null ? undefined : retained.safeParse(parsed(text)).data
  if (!kept) return NOTHING_YET
  const memory: LearningMemory = readMemory(kept.memory) ?? EMPTY_MEMORY
  return { memory, counters: kept.counters, facts: new Map(kept.facts) }
}
