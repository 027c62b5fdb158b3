import { OPERATIONS } from './fact.ts'
import {
  EMPTY_MEMORY,
  FACTS,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
} from './learning/memory.ts'
import { fluencyOf, FLUENCY_STATES, KNOWN_LEVEL } from './learning/states.ts'
import { intervalOf, MAX_LEVEL } from './learning/update.ts'
import { ADJECTIVES, ANIMALS, nicknameOf, partsOfNickname } from './nickname.ts'

/** A guest's garden, as it is taken along to another device. */
export type PackedGarden = { readonly nickname: string; readonly memory: LearningMemory }

/** Why a text is not read: it is not a garden or was changed, or a later version of Tenfold has made it. */
export type UnpackFailure = 'damaged' | 'newer'

const VERSION = 'A'
/** Issue 17: a garden takes at most 700 bytes. A letter of the text stands for 6 bits. */
const MAX_BITS = 700 * 8
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const LETTER_BITS = 6
const CHECK_LETTERS = 5

const MAX_DAY = 65_536
const MAX_NUMBER = 100
/** Abilities are from -0.3 to 1.3, in thousandths. */
const ABILITY = { lowest: -300, values: 1601, unit: 1000 }
const MAX_MET = 63
/** What is left of the time until a fact is due, in eighths of its interval. */
const DUE_STEPS = 8
const [LEARNING, KNOWN, FLUENT] = [1, 2, 3]
/** Levels, current and best states of a fact that was asked, as one number. */
const STANDINGS = KNOWN_LEVEL * 3 + (MAX_LEVEL - KNOWN_LEVEL + 1) * 6
/** Version, check letters, name, day, abilities, and which facts were asked: the same for every garden. */
const FIXED_BITS = (1 + CHECK_LETTERS) * LETTER_BITS + 20 + 16 + OPERATIONS.length * 17 + FACTS.length + 8

/** Writes whole numbers below a limit each, without gaps; they are read in the opposite order. */
class Packer {
  #sum = 1n

  push(value: number, limit: number): void {
    this.#sum = this.#sum * BigInt(limit) + BigInt(Math.max(0, Math.min(limit - 1, Math.round(value))))
  }

  text(): string {
    let text = ''
    for (let rest = this.#sum; rest > 0n; rest /= 64n) text += LETTERS[Number(rest % 64n)]
    return text
  }
}

class Unpacker {
  #rest = 0n

  constructor(text: string) {
    for (const letter of [...text].toReversed())
      this.#rest = this.#rest * 64n + BigInt(LETTERS.indexOf(letter))
  }

  pop(limit: number): number {
    const value = Number(this.#rest % BigInt(limit))
    this.#rest /= BigInt(limit)
    return value
  }

  isAtEnd(): boolean {
    return this.#rest === 1n
  }
}

/** FNV-1a, 30 bits: finds what a camera or a copied text got wrong. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return Array.from(
    { length: CHECK_LETTERS },
    (_, place) => LETTERS[(hash >>> (place * LETTER_BITS)) & 63],
  ).join('')
}

/** How high counts of first attempts can be with that many facts; higher ones are stored as this. */
function maxSeen(facts: number): number {
  const bits = (MAX_BITS - FIXED_BITS) / Math.max(1, facts) - Math.log2(STANDINGS * (DUE_STEPS + 1))
  return Math.max(1, Math.min(1000, Math.floor(2 ** (bits / 2)) - 1))
}

function standingOf(fact: FactMemory): number {
  const best = Math.max(LEARNING, fact.best) - LEARNING
  if (fact.level < KNOWN_LEVEL) return fact.level * 3 + best
  const current = FLUENCY_STATES.indexOf(fluencyOf(fact))
  const place = current === FLUENT ? 5 : current === KNOWN ? 2 + best : best
  return KNOWN_LEVEL * 3 + (fact.level - KNOWN_LEVEL) * 6 + place
}

function readStanding(standing: number): { level: number; current: number; best: number } {
  const low = KNOWN_LEVEL * 3
  if (standing < low)
    return { level: Math.floor(standing / 3), current: LEARNING, best: LEARNING + (standing % 3) }
  const [level, place] = [KNOWN_LEVEL + Math.floor((standing - low) / 6), (standing - low) % 6]
  if (place === 5) return { level, current: FLUENT, best: FLUENT }
  return place < 3
    ? { level, current: LEARNING, best: LEARNING + place }
    : { level, current: KNOWN, best: place - 1 }
}

/** Packs a garden into letters, digits, `-` and `_`, at most 933 of them: 700 bytes. The nickname must be a generated one. */
export function packGarden({ nickname, memory }: PackedGarden, day: DayNumber): string {
  const packer = new Packer()
  const { facts } = memory
  const asked = facts.flatMap((fact) => (fact && fact.seen > 0 ? [fact] : []))
  const seenLimit = maxSeen(asked.length)
  for (const fact of asked.toReversed()) {
    const interval = intervalOf(fact.level)
    const seen = Math.min(fact.seen, seenLimit)
    packer.push((Math.max(0, fact.due - day) / interval) * DUE_STEPS, DUE_STEPS + 1)
    packer.push((fact.right / fact.seen) * seen, seenLimit + 1)
    packer.push(seen - 1, seenLimit)
    packer.push(standingOf(fact), STANDINGS)
  }
  for (const fact of facts.toReversed()) packer.push(fact && fact.seen > 0 ? 1 : 0, 2)
  for (const operation of OPERATIONS.toReversed()) {
    const { ability, met } = memory.abilities[operation]
    packer.push(ability * ABILITY.unit - ABILITY.lowest, ABILITY.values)
    packer.push(met, MAX_MET + 1)
  }
  const { adjective, animal, number } = partsOfNickname(nickname)
  packer.push(number, MAX_NUMBER)
  packer.push(animal, ANIMALS.length)
  packer.push(adjective, ADJECTIVES.length)
  packer.push(day, MAX_DAY)
  const text = VERSION + packer.text()
  return text + checkOf(text)
}

type Unpacked = { readonly due: DayNumber; readonly seen: number; readonly right: number } & ReturnType<
  typeof readStanding
>

function unpackedFact(unpacker: Unpacker, seenLimit: number, day: DayNumber): Unpacked {
  const standing = readStanding(unpacker.pop(STANDINGS))
  const seen = unpacker.pop(seenLimit) + 1
  const right = Math.min(seen, unpacker.pop(seenLimit + 1))
  const due = day + Math.round((unpacker.pop(DUE_STEPS + 1) / DUE_STEPS) * intervalOf(standing.level))
  return { ...standing, due, seen, right }
}

/** A fact's memory with this standing. When it was asked is taken from when it is due. */
function factOf({ level, current, best, due, seen, right }: Unpacked, day: DayNumber): FactMemory {
  const last = Math.min(day, due - intervalOf(level))
  const isKnown = best >= KNOWN && (level < KNOWN_LEVEL || current >= KNOWN)
  const lastRight = right > 0 || level >= KNOWN_LEVEL ? last : 0
  return {
    level,
    due,
    last,
    at: 0,
    missed: false,
    seen,
    right,
    firstRight: isKnown && lastRight > 0 ? last - 1 : lastRight,
    lastRight,
    recent: [],
    timed: current === FLUENT ? [true, true, true] : [],
    best,
  }
}

/** `at` follows from when the facts were last asked; facts of the same day keep their order. */
function memoryOf(
  unpacked: readonly (Unpacked | null)[],
  abilities: LearningMemory['abilities'],
  day: DayNumber,
): LearningMemory {
  const facts = unpacked.map((fact) => fact && factOf(fact, day))
  const byAge = facts.filter((fact) => fact !== null).toSorted((one, other) => one.last - other.last)
  const places = new Map(byAge.map((fact, place) => [fact, place + 1]))
  return {
    facts: facts.map((fact) => fact && { ...fact, at: places.get(fact) ?? 0 }),
    abilities,
    problems: byAge.length,
    day,
    unknownMet: 0,
  }
}

/** The garden that `packGarden` has packed into a text, or why it is not one. */
export function unpackGarden(text: string): PackedGarden | UnpackFailure {
  const [body, check] = [text.slice(0, -CHECK_LETTERS), text.slice(-CHECK_LETTERS)]
  const isComplete = body.length > 1 && text.length * LETTER_BITS <= MAX_BITS && checkOf(body) === check
  if (!isComplete || [...body].some((letter) => !LETTERS.includes(letter))) return 'damaged'
  if (!body.startsWith(VERSION)) return 'newer'
  const unpacker = new Unpacker(body.slice(VERSION.length))
  const day = unpacker.pop(MAX_DAY)
  const adjective = unpacker.pop(ADJECTIVES.length)
  const animal = unpacker.pop(ANIMALS.length)
  const number = unpacker.pop(MAX_NUMBER)
  const abilities = Object.fromEntries(
    OPERATIONS.map((operation) => {
      const met = unpacker.pop(MAX_MET + 1)
      return [operation, { met, ability: (unpacker.pop(ABILITY.values) + ABILITY.lowest) / ABILITY.unit }]
    }),
  ) as LearningMemory['abilities']
  const asked = EMPTY_MEMORY.facts.map(() => unpacker.pop(2) === 1)
  const count = asked.filter(Boolean).length
  const seenLimit = maxSeen(count)
  const unpacked = asked.map((wasAsked) => (wasAsked ? unpackedFact(unpacker, seenLimit, day) : null))
  const nickname = nicknameOf({ adjective, animal, number })
  if (!unpacker.isAtEnd() || nickname === null) return 'damaged'
  return { nickname, memory: memoryOf(unpacked, abilities, day) }
}
