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
import { LEARNING_PREFIX } from '../../lib/learning-key.ts'

type Entries = Readonly<Record<InputType, EntryTime>>

/** Of the warm-up in one input type: when it was last offered, and when its values were measured; null for never. */
type WarmUps = { readonly offeredDay: DayNumber | null; readonly measuredAt: number | null }

type Kept = {
  readonly memory: LearningMemory
  readonly entries: Entries
  readonly warmUps: Readonly<Record<InputType, WarmUps>>
}

type MeasuredThen = Measured & { readonly measuredAt: number }

type Needs = {
  readonly store: DurableStore
  /** By the server's clock as far as it is known. */
  readonly nowMs: () => number
}

const dayOf = (ms: number): DayNumber => dayNumber(practiceDay(ms))

/** The latest moment that a date can name. */
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

/** Of each input type what is stored of it. */
function reviveEach<Value>(json: unknown, reviveOne: (json: unknown) => Value): Record<InputType, Value> {
  const fields = fieldsOf(json)
  const of = (type: InputType): Value => reviveOne(fields.get(type))
  return { keyboard: of('keyboard'), keypad: of('keypad'), touch: of('touch') }
}

function revive(json: unknown): Kept {
  const fields = fieldsOf(json)
  return {
    memory: readMemory(fields.get('memory')) ?? EMPTY_MEMORY,
    entries: reviveEach(fields.get('entries'), reviveEntry),
    warmUps: reviveEach(fields.get('warmUps'), reviveWarmUps),
  }
}

/** What this device remembers of the practice of one who plays here: a student, or the guest of this device. */
export class DeviceLearning {
  readonly #needs: Needs
  readonly #key: string

  constructor(player: string, needs: Needs) {
    this.#needs = needs
    this.#key = LEARNING_PREFIX + player
  }

  /** The practice day now. */
  day = (): DayNumber => dayOf(this.#needs.nowMs())

  /** As of the last finished session. */
  memory = (): LearningMemory => this.#kept().memory

  /** What is known of how this child enters numbers. */
  entryTime = (input: InputType): EntryTime => this.#kept().entries[input]

  /** Adds what a session has shown. */
  learn = ({ answered }: Pick<PracticeSession, 'answered'>): void => {
    const kept = this.#kept()
    const day = this.day()
    const problems = answered.map((answer) => learnedProblem(answer, day))
    this.#keep({ ...kept, memory: afterProblems(problems, kept.memory) })
  }

  /** Notes how long right answers took to enter. */
  noteEntries = (samples: readonly { readonly input: InputType; readonly sample: EntrySample }[]): void => {
    const kept = this.#kept()
    const entries = { ...kept.entries }
    for (const { input, sample } of samples) entries[input] = afterEntry(entries[input], sample)
    this.#keep({ ...kept, entries })
  }

  /** Whether to offer the warm-up: not offered or measured in the last 60 days. */
  isWarmUpDue = (input: InputType): boolean => {
    const { offeredDay, measuredAt } = this.#kept().warmUps[input]
    const measuredDay = measuredAt === null ? null : dayOf(measuredAt)
    return [offeredDay, measuredDay].every((day) => isWarmUpDue(day, this.day()))
  }

  /** The warm-up was offered, whether the child took it or not. */
  noteOffered = (input: InputType): void => {
    const kept = this.#kept()
    const warmUp = { ...kept.warmUps[input], offeredDay: this.day() }
    this.#keep({ ...kept, warmUps: { ...kept.warmUps, [input]: warmUp } })
  }

  /** What a warm-up has measured last, and when in epoch milliseconds; null where there was none. */
  measured = (input: InputType): MeasuredThen | null => {
    const { entries, warmUps } = this.#kept()
    const [{ measuredMs: baseMs, assumedKeyMs: keyMs }, { measuredAt }] = [entries[input], warmUps[input]]
    return baseMs === null || measuredAt === null ? null : { baseMs, keyMs, measuredAt }
  }

  /** Takes over what a warm-up has measured, now or at the time given, unless a later one is known. */
  takeMeasured = (input: InputType, measured: Measured, measuredAt = this.#needs.nowMs()): void => {
    const kept = this.#kept()
    const { warmUps, entries } = kept
    if (measuredAt < (warmUps[input].measuredAt ?? 0)) return
    this.#keep({
      ...kept,
      entries: { ...entries, [input]: withMeasured(entries[input], measured) },
      warmUps: { ...warmUps, [input]: { ...warmUps[input], measuredAt } },
    })
  }

  /** Takes over the memory that the server has folded from every device's log. */
  replace = (stored: unknown): void => {
    const memory = readMemory(stored)
    if (memory) this.#keep({ ...this.#kept(), memory })
  }

  #kept(): Kept {
    return this.#needs.store.read(this.#key, revive) ?? revive(null)
  }

  #keep({ memory, ...rest }: Kept): void {
    this.#needs.store.write(this.#key, { memory: storeMemory(memory), ...rest })
  }
}
