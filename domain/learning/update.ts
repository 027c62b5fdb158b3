import type { Operation } from '../fact.ts'
import { DIFFICULTIES } from './difficulty.ts'
import { FIRST_KEY_MS, goalMs } from './entry-time.ts'
import {
  EMPTY_MEMORY,
  factAt,
  NEW_FACT,
  numberOf,
  shownBy,
  type Ability,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
  type Verdict,
} from './memory.ts'
import { KNOWN_LEVEL, stateIndex } from './states.ts'

/** The evidence of a finished problem: its first attempt. Times are in milliseconds. */
export type LearnedProblem = {
  readonly factId: string
  readonly correct: boolean
  /** Since the problem was shown. */
  readonly responseMs: number
  /** What this child needs to read and type the answer. */
  readonly entryMs: number
  /** Multiplies the goal for a child who is given more time; 1 for others. */
  readonly accommodation?: number
  readonly day: DayNumber
}

export const MAX_LEVEL = 11
/** The level of a new fact that is answered in time, and of one that is answered within twice the time. */
const KNOWN_AT_ONCE = 6
const NEARLY_KNOWN = 1
/** Days until a known fact comes back, by its level from 4 to 11. */
const INTERVALS = [2, 3, 5, 8, 13, 21, 34, 55]
/** A known fact that takes more than this many times the goal loses half its level. */
const FAR_TOO_SLOW = 2

/** A missed fact that is asked again within this many problems of the same day is repeated because it was missed. */
const JUST_MISSED = 10

/** How many recent first attempts, and recent right ones, are remembered. */
export const RECENT = 4
export const TIMED = 3

const ABILITY = { least: -0.3, most: 1.3, slope: 6, step: 0.24, minStep: 0.06, fading: 4 }

/** How many days until a fact of this level comes back. */
export function intervalOf(level: number): number {
  return level < KNOWN_LEVEL ? 1 : (INTERVALS[level - KNOWN_LEVEL] ?? 1)
}

/** Whether a fact is due. One whose wait is longer than its level's interval was asked under a wrong clock. */
export function isDue({ due, level }: FactMemory, day: DayNumber): boolean {
  return day >= due || due - day > intervalOf(level)
}

/** The time beyond reading and typing, as a share of the goal; below 0 for an answer faster than the entry time. */
function paceOf({
  responseMs,
  entryMs,
  accommodation = 1,
}: Pick<LearnedProblem, 'responseMs' | 'entryMs' | 'accommodation'>): number {
  return (responseMs - entryMs) / goalMs(entryMs, accommodation)
}

/** How fast a right first answer was. The engine ignores differences within one of these. */
export type Speed = 'too_fast' | 'in_time' | 'late' | 'far_too_late'

/** How fast an answer was: sooner than anybody finds the first key, in time, within twice the goal, or later. */
export function speedOf(problem: Pick<LearnedProblem, 'responseMs' | 'entryMs' | 'accommodation'>): Speed {
  if (problem.responseMs < FIRST_KEY_MS) return 'too_fast'
  const pace = paceOf(problem)
  if (pace < 1) return 'in_time'
  return pace < FAR_TOO_SLOW ? 'late' : 'far_too_late'
}

/** The chance, 0 to 1, that a child of this ability knows a fact of this difficulty. `bonus` is in log-odds. */
export function chanceKnown(ability: number, difficulty: number, bonus = 0): number {
  return 1 / (1 + Math.exp(-(ABILITY.slope * (ability - difficulty) + bonus)))
}

function abilityAfter({ ability: before, met }: Ability, difficulty: number, inTime: boolean): Ability {
  const step = Math.max(ABILITY.minStep, ABILITY.step / (1 + met / ABILITY.fading))
  const moved = before + step * ((inTime ? 1 : 0) - chanceKnown(before, difficulty))
  // Rounded to thousandths, as it is stored: a memory continues the same after it was stored and read. Adding 0 turns -0 into
  // 0.
  const ability = (Math.round(1000 * Math.min(ABILITY.most, Math.max(ABILITY.least, moved))) + 0) / 1000
  return { ability, met: met + 1 }
}

function firstLevel(correct: boolean, pace: number): number {
  if (!correct) return 0
  if (pace < 1) return KNOWN_AT_ONCE
  return pace < FAR_TOO_SLOW ? NEARLY_KNOWN : 0
}

function levelAfter(known: FactMemory, correct: boolean, pace: number, day: DayNumber): number {
  const { level, last } = known
  if (!correct) return Math.floor(level / 2)
  if (pace < 1) return day !== last && isDue(known, day) ? Math.min(MAX_LEVEL, level + 1) : level
  if (level < KNOWN_LEVEL) return level
  return Math.max(KNOWN_LEVEL - 1, pace > FAR_TOO_SLOW ? Math.floor(level / 2) : level - 1)
}

/** The memory of a fact when it is first asked, before its answer counts. */
const firstMet = (day: DayNumber): FactMemory => ({ ...NEW_FACT, due: day })

/** The memory of a fact after an attempt that is evidence. `best` is the index of the best state it has ever had. */
function afterEvidence(
  known: FactMemory | null,
  problem: LearnedProblem,
  at: number,
  best: number,
): FactMemory {
  const { correct, day } = problem
  const pace = paceOf(problem)
  const before = known ?? firstMet(day)
  const isNewOrDue = known === null || isDue(known, day)
  const verdict: Verdict = !correct ? 0 : pace < 1 ? 2 : 1
  const { seen, right, firstRight, lastRight, timed } = before
  const recent = [...before.recent, verdict].slice(-RECENT)
  const level = known ? levelAfter(known, correct, pace, day) : firstLevel(correct, pace)
  const after = {
    level,
    due: isNewOrDue || level !== before.level ? day + intervalOf(level) : before.due,
    last: day,
    at,
    missed: !correct,
    seen: seen + 1,
    right: right + (correct ? 1 : 0),
    firstRight: correct && firstRight === 0 ? day : firstRight,
    lastRight: correct ? day : lastRight,
    recent,
    timed: correct ? [...timed, pace < 1].slice(-TIMED) : timed,
    best,
  }
  after.best = Math.max(best, stateIndex(after))
  return after
}

type Draft = {
  facts: (FactMemory | null)[]
  abilities: Record<Operation, Ability>
  problems: number
  day: DayNumber
  unknownMet: number
}

function draftOf(memory: LearningMemory): Draft {
  return { ...memory, facts: [...memory.facts], abilities: { ...memory.abilities } }
}

/** Whether an answer is to a fact that was just missed and is repeated: it counts as a first attempt, but not as evidence. */
function isRepeat(known: FactMemory, problem: LearnedProblem, at: number): boolean {
  return known.missed && known.last === problem.day && at - known.at <= JUST_MISSED
}

/** The memory of a fact after an attempt that is no evidence. Only `counted` ones are first attempts of a child. */
function afterPractice(
  before: FactMemory,
  { correct, day }: LearnedProblem,
  at: number,
  counted: 0 | 1,
): FactMemory {
  const seen = before.seen + counted
  return { ...before, seen, right: before.right + (correct ? counted : 0), last: day, at, missed: !correct }
}

function learn(draft: Draft, problem: LearnedProblem): void {
  const number = numberOf(problem.factId)
  const fact = factAt(number)
  if (!fact) return
  draft.problems += 1
  if (problem.day !== draft.day) {
    draft.day = problem.day
    draft.unknownMet = 0
  }
  const asked = draft.facts[number] ?? null
  const known = shownBy(asked)
  if (problem.responseMs < FIRST_KEY_MS) {
    // A fact that was answered too fast is still new, but others come first for the rest of the day.
    draft.facts[number] = afterPractice(asked ?? firstMet(problem.day), problem, draft.problems, 0)
    return
  }
  if (known && isRepeat(known, problem, draft.problems)) {
    draft.facts[number] = afterPractice(known, problem, draft.problems, 1)
    return
  }
  // A fact that is new here may have grown before (domain/learning/brought.ts).
  const after = afterEvidence(known, problem, draft.problems, asked?.best ?? 0)
  draft.facts[number] = after
  if (known) return
  const inTime = after.recent[0] === 2
  if (!inTime) draft.unknownMet += 1
  const { operation } = fact
  draft.abilities[operation] = abilityAfter(draft.abilities[operation], DIFFICULTIES[number] ?? 0, inTime)
}

/** The memory after one more problem. An unknown fact changes nothing. */
export function afterProblem(memory: LearningMemory, problem: LearnedProblem): LearningMemory {
  const draft = draftOf(memory)
  learn(draft, problem)
  return draft
}

/** The memory after these problems, in this order; without `from`, that of a child who starts with them. */
export function afterProblems(
  problems: Iterable<LearnedProblem>,
  from: LearningMemory = EMPTY_MEMORY,
): LearningMemory {
  const draft = draftOf(from)
  for (const problem of problems) learn(draft, problem)
  return draft
}
