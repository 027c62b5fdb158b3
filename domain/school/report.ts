import { daysOfWeek, schoolDaysOf, weekOf, type Calendar } from '../calendar.ts'
import type { Random } from '../fact-selection.ts'
import { allFacts, OPERATIONS, type Operation } from '../fact.ts'
import type { GameId } from '../games.ts'
import {
  dayNumber,
  factAt,
  FACTS,
  numberOf,
  shownBy,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
} from '../learning/memory.ts'
import { nextFacts } from '../learning/session-choice.ts'
import { FLUENCY_STATES, fluencyOf, stateIndex } from '../learning/states.ts'
import { sharesOfTen } from '../learning/todays-ten.ts'
import { daysBefore } from '../practice-day.ts'
import { lettersOn, NO_LETTERS, withLetters } from './fact-letters.ts'
import { FACT_SET_IDS, factsOfSet, type FactSetId } from './fact-sets.ts'
import { gameOfWeek } from './game-of-week.ts'
import { nextSet } from './need-order.ts'
import type { ReportDay } from './report-period.ts'

const MAX_NEWEST = 8
const MAX_LEARNING = 8
/** Facts on a practice sheet. */
const SHEET_FACTS = 20

/** Facts known (but not fluent), and facts fluent, at the end of the week that begins on this Monday. */
export type WeekSum = { readonly week: string; readonly known: number; readonly fluent: number }

/** A week of a report. The counts are null if nothing is stored of it. */
type ReportWeek = {
  readonly monday: string
  readonly days: readonly ReportDay[]
  /** Fluent ones included. */
  readonly known: number | null
  readonly fluent: number | null
}

type Facts = Pick<LearningMemory, 'facts'>

const KNOWN = FLUENCY_STATES.indexOf('known')

const isKnown = (fact: FactMemory | null | undefined): boolean => stateIndex(fact ?? null) >= KNOWN
const wasKnown = (fact: FactMemory | null | undefined): boolean => (fact?.best ?? 0) >= KNOWN
const idOf = (number: number): string => factAt(number)?.id ?? ''

/** How many facts are known (but not fluent), and how many are fluent. */
export function knownNow({ facts }: Facts): Omit<WeekSum, 'week'> {
  const states = facts.map(fluencyOf)
  const count = (wanted: string): number => states.filter((state) => state === wanted).length
  return { known: count('known'), fluent: count('fluent') }
}

/** The weeks of a report. A week without stored sums has those of the week before. */
export function reportWeeks(
  {
    calendar,
    practiced,
    sums,
    now,
  }: {
    readonly calendar: Calendar
    readonly practiced: readonly string[]
    /** Oldest first; those before the period too. */
    readonly sums: readonly WeekSum[]
    readonly now: Omit<WeekSum, 'week'>
  },
  from: string,
  today: string,
): readonly ReportWeek[] {
  const isSchoolDay = schoolDaysOf(calendar)
  const days = new Set(practiced)
  const dayOf = (day: string): ReportDay => {
    if (day < from || day > today) return 'none'
    if (days.has(day)) return 'practiced'
    if (day === today) return 'none'
    return isSchoolDay(day) ? 'missed' : 'free'
  }
  const weeks: ReportWeek[] = []
  for (let monday = weekOf(from); monday <= today; monday = daysBefore(monday, -7)) {
    const sum = monday === weekOf(today) ? now : sums.findLast(({ week }) => week <= monday)
    weeks.push({
      monday,
      days: daysOfWeek(monday).map(dayOf),
      known: sum ? sum.known + sum.fluent : null,
      fluent: sum ? sum.fluent : null,
    })
  }
  return weeks
}

type IsKnown = (fact: FactMemory | null | undefined) => boolean

/** The sets whose facts are all known, without those that are part of another one. */
function wholeSets({ facts }: Facts, isEachKnown: IsKnown): FactSetId[] {
  const whole = FACT_SET_IDS.filter((id) => factsOfSet(id).every((number) => isEachKnown(facts[number])))
  const isPart = (id: FactSetId): boolean =>
    whole.some((other) => {
      const [own, others] = [factsOfSet(id), factsOfSet(other)]
      return own.length < others.length && own.every((number) => others.includes(number))
    })
  return whole.filter((id) => !isPart(id))
}

/** The sets of which a child knows every fact now, without those that are part of another one. */
export function setsKnown(memory: Facts): readonly FactSetId[] {
  return wholeSets(memory, isKnown)
}

/** The sets of which a child has known every fact at some time. For certificates, which are never taken back. */
export function setsEverKnown(memory: Facts): readonly FactSetId[] {
  return wholeSets(memory, wasKnown)
}

/** The facts known now that became known most recently, newest first. `knownDays` has the day on which each was known first. */
export function newestFacts({ facts }: Facts, knownDays: ReadonlyMap<string, string>): readonly string[] {
  return facts
    .flatMap((fact, number) =>
      isKnown(fact) ? [{ id: idOf(number), day: knownDays.get(idOf(number)) ?? '' }] : [],
    )
    .toSorted((one, other) => (one.day < other.day ? 1 : -1) * Number(one.day !== other.day))
    .slice(0, MAX_NEWEST)
    .map(({ id }) => id)
}

const missesOf = ({ recent }: FactMemory): number => recent.filter((verdict) => verdict === 0).length

/** The facts a child is learning: first those it once knew, then those missed most lately. */
export function learningFacts({ facts }: Facts): readonly string[] {
  return facts
    .flatMap((fact, number) => (fact && fluencyOf(fact) === 'learning' ? [{ fact, number }] : []))
    .toSorted(
      (one, other) =>
        Number(wasKnown(other.fact)) - Number(wasKnown(one.fact)) ||
        missesOf(other.fact) - missesOf(one.fact) ||
        other.fact.last - one.fact.last,
    )
    .slice(0, MAX_LEARNING)
    .map(({ number }) => idOf(number))
}

/** The operations with a fact that was tried. */
function operationsTried({ facts }: Facts): readonly Operation[] {
  const tried = new Set(FACTS.flatMap(({ operation }, number) => (shownBy(facts[number]) ? [operation] : [])))
  return OPERATIONS.filter((operation) => tried.has(operation))
}

/** The set that a child practices next (NED-4) and its game of this week; null if it knows everything. */
export function nextStep(
  memory: Facts,
  today: string,
): { readonly set: FactSetId; readonly game: GameId } | null {
  const letters = withLetters(NO_LETTERS, memory.facts.keys(), memory)
  const set = nextSet(lettersOn(letters, dayNumber(today)))
  return set && { set, game: gameOfWeek(set, weekOf(today)) }
}

/** The states of all facts, as a digit each: an index into `FLUENCY_STATES`. */
export function statesText({ facts }: Facts): string {
  return facts.map((fact) => stateIndex(fact)).join('')
}

/** The facts of a practice sheet: what the engine would ask next, of the operations that the child has tried. */
export function sheetFacts(memory: LearningMemory, day: DayNumber, random: Random): readonly string[] {
  const tried = operationsTried(memory)
  const operations = tried.length === 0 ? OPERATIONS.slice(0, 1) : [...tried]
  const shares = sharesOfTen(memory, day, SHEET_FACTS, [...operations])
  return [...shares].flatMap(([operation, count]) => {
    const only = new Map([[operation, allFacts(operation).map(({ id }) => numberOf(id))]])
    return nextFacts({ memory, category: '', only, count, day, random }).map(({ id }) => id)
  })
}
