import { OPERATIONS } from '../fact.ts'
import { EMPTY_MEMORY, FACTS, type FactMemory, type LearningMemory, type Verdict } from './memory.ts'
import { FLUENCY_STATES, stateIndex } from './states.ts'
import { MAX_LEVEL } from './update.ts'

/** A memory of another version is rebuilt from the log, or started over. */
const MEMORY_VERSION = 3
/** Abilities are stored in thousandths. */
const ABILITY_UNIT = 1000
const COLUMNS = 12
const VERDICTS = 3
const HIGHEST = FLUENCY_STATES.length - 1

/**
 * A memory as it is sent and stored: whole numbers by column, which gzip to less than half the size of rows. A column is a text
 * of numbers (`numbersText`). Days count back from `day`.
 */
type StoredMemory = {
  readonly version: number
  readonly problems: number
  readonly day: number
  readonly unknownMet: number
  /** For each operation: the ability in thousandths, and the number of first encounters. */
  readonly abilities: readonly number[]
  /** One row per fact that was asked, the latest first; the first column holds their numbers. */
  readonly columns: readonly string[]
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
const BASE = 32

/** Encodes whole numbers of 0 or more in base 32, lowest digit first. A digit of 32 or more means that another one follows. */
function numbersText(numbers: readonly number[]): string {
  let text = ''
  for (const number of numbers) {
    let rest = number
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) text += DIGITS[BASE + (rest % BASE)]
    text += DIGITS[rest]
  }
  return text
}

/** The inverse of `numbersText`; null for any other text. */
function readNumbers(text: unknown): number[] | null {
  if (typeof text !== 'string') return null
  const numbers: number[] = []
  let [number, unit] = [0, 1]
  for (const letter of text) {
    const digit = DIGITS.indexOf(letter)
    if (digit < 0 || unit > BASE ** 6) return null
    number += (digit % BASE) * unit
    unit *= BASE
    if (digit >= BASE) continue
    numbers.push(number)
    number = 0
    unit = 1
  }
  return unit === 1 ? numbers : null
}

const packed = (values: readonly number[], base: number): number =>
  values.reduce((sum, value) => sum * base + value, 1)

function unpacked(number: number, base: number): number[] {
  const values: number[] = []
  for (let rest = number; rest >= base; rest = Math.floor(rest / base)) values.unshift(rest % base)
  return values
}

/** Differences between neighbors, which are small and often equal. */
const steps = (values: readonly number[]): number[] =>
  values.map((value, place) => value - (values[place - 1] ?? 0))

/** Zigzag encoding: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/** Encodes a memory for storage and for sending. `readMemory` is the inverse. */
export function storeMemory(memory: LearningMemory): StoredMemory {
  const { facts, abilities, problems, day, unknownMet } = memory
  const asked = facts
    .flatMap((fact, number) => (fact ? [{ number, ...fact }] : []))
    .toSorted((one, other) => other.at - one.at)
  const column = (of: (fact: (typeof asked)[number]) => number): string => numbersText(asked.map(of))
  return {
    version: MEMORY_VERSION,
    problems,
    day,
    unknownMet,
    abilities: OPERATIONS.flatMap((operation) => {
      const { ability, met } = abilities[operation]
      return [Math.round(ability * ABILITY_UNIT), met]
    }),
    columns: [
      column(({ number }) => number),
      column(({ level }) => level),
      numbersText(steps(asked.map(({ at }) => problems - at))),
      numbersText(steps(asked.map(({ last }) => day - last)).map(zigzag)),
      column(({ due, last }) => zigzag(due - last)),
      column(({ seen }) => seen),
      column(({ seen, right }) => seen - right),
      // 0 means never.
      column(({ firstRight }) => (firstRight === 0 ? 0 : zigzag(day - firstRight) + 1)),
      column(({ last, lastRight }) => (lastRight === 0 ? 0 : zigzag(last - lastRight) + 1)),
      column(({ recent, missed }) => 2 * packed(recent, VERDICTS) + Number(missed)),
      column(({ timed }) => packed(timed.map(Number), 2)),
      // How far the best state is below the highest one, which most facts reach.
      column(({ best }) => HIGHEST - best),
    ],
  }
}

/** A later day (after the year 4700) means that the stored memory is damaged. */
const LAST_DAY = 1_000_000

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function readFact(row: readonly number[], at: number, day: number, last: number): FactMemory | null {
  const [
    ,
    level = 0,
    ,
    ,
    wait = 0,
    seen = 0,
    wrong = 0,
    firstRight = 0,
    lastRight = 0,
    recent = 0,
    timed = 0,
    below = 0,
  ] = row
  if (level > MAX_LEVEL || last < 0 || at < 0 || wrong > seen) return null
  if (recent < 2 || recent >= 2 * VERDICTS ** 5 || timed < 1 || timed >= 2 ** 4) return null
  const fact = {
    level,
    last,
    due: last + unzigzag(wait),
    at,
    missed: recent % 2 === 1,
    seen,
    right: seen - wrong,
    firstRight: firstRight === 0 ? 0 : day - unzigzag(firstRight - 1),
    lastRight: lastRight === 0 ? 0 : last - unzigzag(lastRight - 1),
    recent: unpacked(Math.floor(recent / 2), VERDICTS) as Verdict[],
    timed: unpacked(timed, 2).map(Boolean),
  }
  const best = HIGHEST - below
  return best < stateIndex(fact) ? null : { ...fact, best }
}

function readFacts({ columns, day, problems }: StoredMemory): (FactMemory | null)[] | null {
  const read = Array.isArray(columns) ? columns.map(readNumbers) : []
  const rows = read[0]?.length ?? 0
  if (read.length !== COLUMNS || read.some((column) => column?.length !== rows)) return null
  const facts: (FactMemory | null)[] = FACTS.map(() => null)
  let [at, last] = [problems, day]
  for (let place = 0; place < rows; place += 1) {
    const row = read.map((column) => column?.[place] ?? 0)
    const [number = 0, , step = 0, ago = 0] = row
    at -= step
    last -= unzigzag(ago)
    const fact = readFact(row, at, day, last)
    if (fact === null || facts[number] !== null) return null
    facts[number] = fact
  }
  return facts
}

/** The inverse of `storeMemory`; null for damaged data or an unknown version. Never throws. */
export function readMemory(stored: unknown): LearningMemory | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { version, problems, day, unknownMet, abilities: kept } = stored as StoredMemory
  if (version !== MEMORY_VERSION || ![problems, day, unknownMet].every(isCount)) return null
  if (Number(day) > LAST_DAY) return null
  if (!Array.isArray(kept) || kept.length !== 2 * OPERATIONS.length || !kept.every(Number.isSafeInteger))
    return null
  const facts = readFacts(stored as StoredMemory)
  if (facts === null) return null
  const abilities = { ...EMPTY_MEMORY.abilities }
  OPERATIONS.forEach((operation, place) => {
    const [ability = 0, met = 0] = kept.slice(2 * place)
    abilities[operation] = { ability: ability / ABILITY_UNIT, met }
  })
  return { facts, abilities, problems, day, unknownMet }
}
