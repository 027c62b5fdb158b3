import {
  afterEntry,
  isWarmUpDue,
  UNKNOWN_ENTRY,
  withMeasured,
  type EntrySample,
  type EntryTime,
  type InputType,
  type Measured,
} from '../../../domain/learning/entry-time.ts'
import {
  dayNumber,
  EMPTY_MEMORY,
  type DayNumber,
  type LearningMemory,
} from '../../../domain/learning/memory.ts'
import { learnedProblem } from '../../../domain/learning/session-choice.ts'
import { readMemory, storeMemory } from '../../../domain/learning/stored.ts'
import { afterProblems } from '../../../domain/learning/update.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import type { DurableStore } from '../../lib/storage.ts'
import { LEARNING_PREFIX, memoryChanges } from '../../lib/learning-key.ts'

type Entries = Readonly<Record<InputType, EntryTime>>

/** When the warm-up of an input type was last offered, and when its values were measured; null for never. */
type WarmUps = { readonly offeredDay: DayNumber | null; readonly measuredAt: number | null }

type Stored = {
  readonly memory: LearningMemory
  readonly entries: Entries
  readonly warmUps: Readonly<Record<InputType, WarmUps>>
}

type MeasuredThen = Measured & { readonly measuredAt: number }

type Dependencies = {
  readonly store: DurableStore
  /** By the server's clock, as far as known. */
  readonly nowMs: () => number
  /** The player's day of an instant; by default the practice day. */
  readonly dayOf?: (ms: number) => string
}

/** The largest time value of a `Date`. */
const LAST_MS = 8.64e15

function numberIn(json: unknown): number | null {
  return typeof json === 'number' && json >= 0 && json <= LAST_MS ? json : null
}

function numbersIn(json: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(json) ? json : []
  return list.filter((item): item is number => typeof item === 'number' && item >= 0)
}

function reviveEntry(json: unknown): EntryTime {
  const fields = fieldsOf(json)
  return {
    measuredMs: numberIn(fields.get('measuredMs')),
    assumedKeyMs: numberIn(fields.get('assumedKeyMs')) ?? UNKNOWN_ENTRY.assumedKeyMs,
    firstKeys: numbersIn(fields.get('firstKeys')),
    perKey: numbersIn(fields.get('perKey')),
  }
}

function reviveWarmUps(json: unknown): WarmUps {
  const fields = fieldsOf(json)
  return { offeredDay: numberIn(fields.get('offeredDay')), measuredAt: numberIn(fields.get('measuredAt')) }
}

function reviveEach<Value>(json: unknown, reviveOne: (json: unknown) => Value): Record<InputType, Value> {
  const fields = fieldsOf(json)
  const of = (type: InputType): Value => reviveOne(fields.get(type))
  return { keyboard: of('keyboard'), keypad: of('keypad'), touch: of('touch') }
}

function revive(json: unknown): Stored {
  const fields = fieldsOf(json)
  return {
    memory: readMemory(fields.get('memory')) ?? EMPTY_MEMORY,
    entries: reviveEach(fields.get('entries'), reviveEntry),
    warmUps: reviveEach(fields.get('warmUps'), reviveWarmUps),
  }
}

/** The learning data that this device stores for a player: a student, or the guest of this device. */
export class DeviceLearning {
  readonly #dependencies: Dependencies
  readonly #key: string

  constructor(player: string, dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#key = LEARNING_PREFIX + player
  }

  /** The current day: of a student's class or family, of a guest the practice day. */
  day = (): DayNumber => this.#dayOf(this.#dependencies.nowMs())

  /** As of the last finished session. */
  memory = (): LearningMemory => this.#read().memory

  entryTime = (input: InputType): EntryTime => this.#read().entries[input]

  /** Updates the memory with a session. */
  learn = ({ answered }: Pick<PracticeSession, 'answered'>): void => {
    const stored = this.#read()
    const day = this.day()
    const problems = answered.map((answer) => learnedProblem(answer, day))
    this.#write({ ...stored, memory: afterProblems(problems, stored.memory) })
  }

  /** Notes how long right answers took to enter. */
  noteEntries = (samples: readonly { readonly input: InputType; readonly sample: EntrySample }[]): void => {
    const stored = this.#read()
    const entries = { ...stored.entries }
    for (const { input, sample } of samples) entries[input] = afterEntry(entries[input], sample)
    this.#write({ ...stored, entries })
  }

  /** Whether to offer the warm-up: not offered or measured in the last 60 days. */
  isWarmUpDue = (input: InputType): boolean => {
    const { offeredDay, measuredAt } = this.#read().warmUps[input]
    const measuredDay = measuredAt === null ? null : this.#dayOf(measuredAt)
    return [offeredDay, measuredDay].every((day) => isWarmUpDue(day, this.day()))
  }

  /** Notes that the warm-up was offered, whether or not the child took it. */
  noteOffered = (input: InputType): void => {
    const stored = this.#read()
    const warmUp = { ...stored.warmUps[input], offeredDay: this.day() }
    this.#write({ ...stored, warmUps: { ...stored.warmUps, [input]: warmUp } })
  }

  /** What the last warm-up measured, and when in epoch milliseconds; null if there was none. */
  measured = (input: InputType): MeasuredThen | null => {
    const { entries, warmUps } = this.#read()
    const [{ measuredMs: baseMs, assumedKeyMs: keyMs }, { measuredAt }] = [entries[input], warmUps[input]]
    return baseMs === null || measuredAt === null ? null : { baseMs, keyMs, measuredAt }
  }

  /** Stores what a warm-up measured, now or at the given time, unless a later measurement is stored. */
  takeMeasured = (input: InputType, measured: Measured, measuredAt = this.#dependencies.nowMs()): void => {
    const stored = this.#read()
    const { warmUps, entries } = stored
    if (measuredAt < (warmUps[input].measuredAt ?? 0)) return
    this.#write({
      ...stored,
      entries: { ...entries, [input]: withMeasured(entries[input], measured) },
      warmUps: { ...warmUps, [input]: { ...warmUps[input], measuredAt } },
    })
  }

  /** Adopts a memory, such as the one that the server has folded from the logs of all devices. */
  replace = (stored: unknown): void => {
    const memory = readMemory(stored)
    if (memory) this.#write({ ...this.#read(), memory })
  }

  #dayOf(ms: number): DayNumber {
    const { dayOf = practiceDay } = this.#dependencies
    return dayNumber(dayOf(ms))
  }

  #read(): Stored {
    return this.#dependencies.store.read(this.#key, revive) ?? revive(null)
  }

  #write({ memory, ...rest }: Stored): void {
    this.#dependencies.store.write(this.#key, { memory: storeMemory(memory), ...rest })
    memoryChanges.setState((count) => count + 1)
  }
}
