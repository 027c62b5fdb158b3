import { findFact } from '../../domain/fact.ts'
import type { Stage } from '../../domain/garden.ts'
import { oracleDay } from './achievement-oracle.ts'
import type { ChildLog } from './achieving-child.ts'

/**
 * The stages of a garden from the whole log alone, with the rules of learning written out for themselves: levels are found from all
 * earlier first attempts of a fact, and nothing is kept from one attempt to the next but the level and when it is due.
 */
const KNOWN = 4
const DAYS_OF_LEVEL = [1, 1, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
const GOAL_MS = 3000
const MIN_GOAL_MS = 800
const LEAST_MS = 300

/** The day in California, which changes at 2 AM, in days since 1970. */
function californiaDay(atMs: number): number {
  return Date.parse(`${oracleDay('America/Los_Angeles', atMs)}T00:00:00Z`) / 86_400_000
}

type Asked = Readonly<Record<'day' | 'number', number>> &
  Readonly<Record<'correct' | 'inTime' | 'isEvidence', boolean>>

class Plant {
  readonly #asked: Asked[] = []
  #level = 0
  #due = 0
  #best = 0

  get stage(): Stage {
    if (this.#best === 3) return 'flower'
    if (this.#best === 2) return 'leaf'
    return this.#best === 1 ? 'sprout' : 'soil'
  }

  ask(number: number, day: number, correct: boolean, responseMs: number, entryMs: number): void {
    const beyondEntryMs = responseMs - entryMs
    const goalMs = Math.max(MIN_GOAL_MS, GOAL_MS - entryMs)
    const before = this.#asked.at(-1)
    const isJustMissed = before && !before.correct && before.day === day && number - before.number <= 10
    const isRepeat = isJustMissed && this.#asked.some((one) => one.isEvidence)
    const isEvidence = responseMs >= LEAST_MS && !isRepeat
    const inTime = beyondEntryMs < goalMs
    this.#asked.push({ day, number, correct, inTime, isEvidence })
    if (!isEvidence) return
    const evidence = this.#asked.filter((one) => one.isEvidence)
    const isFirst = evidence.length === 1
    const isDue = isFirst || day >= this.#due || this.#due - day > (DAYS_OF_LEVEL[this.#level] ?? 0)
    const isNewDay = before !== undefined && before.day !== day
    const level = this.#next(isFirst, correct, beyondEntryMs / goalMs, isDue && isNewDay)
    if (isDue || level !== this.#level) this.#due = day + (DAYS_OF_LEVEL[level] ?? 0)
    this.#level = level
    this.#best = Math.max(this.#best, this.#state(evidence.filter((one) => one.correct)))
  }

  #next(isFirst: boolean, correct: boolean, pace: number, mayRise: boolean): number {
    const level = this.#level
    if (isFirst) {
      if (!correct || pace >= 2) return 0
      return pace < 1 ? 6 : 1
    }
    if (!correct) return Math.floor(level / 2)
    if (pace < 1) return mayRise ? Math.min(11, level + 1) : level
    if (level < KNOWN) return level
    return pace > 2 ? Math.max(3, Math.floor(level / 2)) : level - 1
  }

  #state(right: readonly Asked[]): number {
    const isOnTwoDays = right.at(-1)?.day !== right[0]?.day
    if (this.#level < KNOWN || !isOnTwoDays) return 1
    return right.slice(-3).filter(({ inTime }) => inTime).length >= 2 ? 3 : 2
  }
}

/** The best stage of every fact that the log has grown. */
export function oracleGarden({ attempts }: Pick<ChildLog, 'attempts'>): Map<string, Stage> {
  const plants = new Map<string, Plant>()
  let number = 0
  for (const one of attempts.toSorted((a, b) => a.atMs - b.atMs || a.place - b.place)) {
    if (one.attempt !== 1 || !findFact(one.factId)) continue
    number += 1
    const plant = plants.get(one.factId) ?? new Plant()
    plants.set(one.factId, plant)
    plant.ask(number, californiaDay(one.atMs), one.correct, one.responseMs, one.entryMs)
  }
  return new Map(
    [...plants].map(([id, { stage }]) => [id, stage] as const).filter(([, stage]) => stage !== 'soil'),
  )
}
