import { isLike } from '../json-fields.ts'
import { EMPTY_MEMORY, FACTS, NEW_FACT, type FactMemory, type LearningMemory } from './memory.ts'
import { FLUENCY_STATES, stateIndex } from './states.ts'
import { MAX_LEVEL, RECENT, TIMED } from './update.ts'

/** A memory of another version is rebuilt from the log, or started over. */
const MEMORY_VERSION = 4
/** A later day (after the year 4700) means that the stored memory is damaged. */
const LAST_DAY = 1_000_000

/** A memory as it is stored and sent: plain JSON. */
type StoredMemory = LearningMemory & { readonly version: number }

/** The memory with its version. `readMemory` is the inverse. */
export function storeMemory(memory: LearningMemory): StoredMemory {
  return { version: MEMORY_VERSION, ...memory }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function isFact(json: unknown): json is FactMemory {
  if (!isLike(json, NEW_FACT)) return false
  const {
    level,
    due,
    last,
    at,
    missed: _missed,
    seen,
    right,
    firstRight,
    lastRight,
    recent,
    timed,
    best,
  } = json
  return (
    [level, last, at, seen, right, best].every(isCount) &&
    [due, firstRight, lastRight].every(Number.isSafeInteger) &&
    level <= MAX_LEVEL &&
    right <= seen &&
    recent.length <= RECENT &&
    recent.every((verdict) => verdict === 0 || verdict === 1 || verdict === 2) &&
    timed.length <= TIMED &&
    timed.every((inTime) => typeof inTime === 'boolean') &&
    best >= stateIndex(json) &&
    best < FLUENCY_STATES.length
  )
}

/** The inverse of `storeMemory`; null for damaged data or another version. Never throws. */
export function readMemory(stored: unknown): LearningMemory | null {
  if (!isLike(stored, storeMemory(EMPTY_MEMORY)) || stored.version !== MEMORY_VERSION) return null
  const { facts, abilities, problems, day, unknownMet } = stored
  if (![problems, day, unknownMet].every(isCount) || day > LAST_DAY) return null
  if (facts.length !== FACTS.length || !facts.every((fact) => fact === null || isFact(fact))) return null
  return { facts, abilities, problems, day, unknownMet }
}
