import type { Operation } from '../fact.ts'
import { DIFFICULTIES } from './difficulty.ts'
import { goalMs } from './entry-time.ts'
import {
  EMPTY_MEMORY,
  FACTS,
  numberOf,
  shownBy,
  type Ability,
  type DayNumber,
  type FactMemory,
  type LearningMemory,
  type Verdict,
} from './memory.ts'
import { KNOWN_LEVEL } from './states.ts'

/** A finished problem, as far as it is evidence: its first attempt. Times are in milliseconds. */
export type LearnedProblem = {
  readonly factId: string
  readonly correct: boolean
  /** From when the problem was shown to the answer. */
  readonly responseMs: number
  /** What this child needs to read and type the answer. */
  readonly entryMs: number
  /** Multiplies the goal for a child who is given more time; 1 for others. */
  readonly accommodation?: number
  readonly day: DayNumber
}

const MAX_LEVEL = 11
/** What a new fact becomes that is answered in time, and one that is answered before twice the time is over. */
const KNOWN_AT_ONCE = 6
const NEARLY_KNOWN = 1
/** Days until a known fact comes back, by its level from 4 to 11. */
const INTERVALS = [2, 3, 5, 8, 13, 21, 34, 55]
/** So much over the goal, a known fact is as good as forgotten. */
const FAR_TOO_SLOW = 2

/** A missed fact that comes back within so many problems of the day comes back because it was missed. */
const JUST_MISSED = 10

const RECENT = 4
const TIMED = 3

const ABILITY = { least: -0.3, most: 1.3, slope: 6, step: 0.24, leastStep: 0.06, fading: 4 }

/** How many days a fact of this level is left alone. */
export function intervalOf(level: number): number {
  return level < KNOWN_LEVEL ? 1 : (INTERVALS[level - KNOWN_LEVEL] ?? 1)
}

/** Whether it is time for a fact to come back. One that waits longer than its level asks for was asked under a wrong clock. */
export function isDue({ due, level }: FactMemory, day: DayNumber): boolean {
  return day >= due || due - day > intervalOf(level)
}

/** The time over what reading and typing takes, as a share of the goal; below 0 nobody can have thought. */
function paceOf({
  responseMs,
  entryMs,
  accommodation = 1,
}: Pick<LearnedProblem, 'responseMs' | 'entryMs' | 'accommodation'>): number {
  return (responseMs - entryMs) / goalMs(entryMs, accommodation)
}

/** How soon a right first answer came. Within one of these, its times make no difference. */
export type Speed = 'too_fast' | 'in_time' | 'late' | 'far_too_late'

/** How soon an answer came: before this child can read and type, in time, or up to and over twice the goal. */
export function speedOf(problem: Pick<LearnedProblem, 'responseMs' | 'entryMs'>): Speed {
  if (problem.responseMs < problem.entryMs) return 'too_fast'
  const pace = paceOf(problem)
  if (pace < 1) return 'in_time'
  return pace < FAR_TOO_SLOW ? 'late' : 'far_too_late'
}

/** The chance that a fact so difficult is known to a child so able: 0 to 1. */
export function chanceKnown(ability: number, difficulty: number, bonus = 0): number {
  return 1 / (1 + Math.exp(-(ABILITY.slope * (ability - difficulty) + bonus)))
}

function abilityAfter({ ability: before, met }: Ability, difficulty: number, inTime: boolean): Ability {
  const step = Math.max(ABILITY.leastStep, ABILITY.step / (1 + met / ABILITY.fading))
  const moved = before + step * ((inTime ? 1 : 0) - chanceKnown(before, difficulty))
  // Thousandths, as it is stored: a memory that was stored and read goes on as one that was not.
  // Adding 0 makes 0 of -0, which is not stored as such.
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
  return pace > FAR_TOO_SLOW ? KNOWN_LEVEL - 1 : Math.max(KNOWN_LEVEL - 1, level - 1)
}

/** What is remembered of a fact that is asked for the first time, before its answer counts. */
function met(day: DayNumber): FactMemory {
  return {
    level: 0,
    due: day,
    last: 0,
    at: 0,
    missed: false,
    seen: 0,
    right: 0,
    firstRight: 0,
    lastRight: 0,
    recent: [],
    timed: [],
  }
}

/** The fact after an attempt that is evidence. */
function afterEvidence(known: FactMemory | null, problem: LearnedProblem, at: number): FactMemory {
  const { correct, day } = problem
  const pace = paceOf(problem)
  const before = known ?? met(day)
  const level = known ? levelAfter(known, correct, pace, day) : firstLevel(correct, pace)
  const isNewOrDue = known === null || isDue(known, day)
  const verdict: Verdict = !correct ? 0 : pace < 1 ? 2 : 1
  const { seen, right, firstRight, lastRight, recent, timed } = before
  return {
    level,
    due: isNewOrDue || level !== before.level ? day + intervalOf(level) : before.due,
    last: day,
    at,
    missed: !correct,
    seen: seen + 1,
    right: right + (correct ? 1 : 0),
    firstRight: correct && firstRight === 0 ? day : firstRight,
    lastRight: correct ? day : lastRight,
    recent: [...recent, verdict].slice(-RECENT),
    timed: correct ? [...timed, pace < 1].slice(-TIMED) : timed,
  }
}

type Draft = {
  facts: (FactMemory | null)[]
  abilities: Record<Operation, Ability>
  problems: number
  day: DayNumber
  unknownMet: number
}

function draftOf({ facts, abilities, problems, day, unknownMet }: LearningMemory): Draft {
  return { facts: [...facts], abilities: { ...abilities }, problems, day, unknownMet }
}

/**
 * Whether an answer is practice and no evidence: the fact was just missed and comes back, or the answer was there sooner
 * than this child can read and type.
 */
function isPractice(known: FactMemory | null, problem: LearnedProblem, at: number): boolean {
  if (problem.responseMs < problem.entryMs) return true
  return known !== null && known.missed && known.last === problem.day && at - known.at <= JUST_MISSED
}

function learn(draft: Draft, problem: LearnedProblem): void {
  const number = numberOf(problem.factId)
  const fact = FACTS[number]
  if (!fact) return
  draft.problems += 1
  if (problem.day !== draft.day) {
    draft.day = problem.day
    draft.unknownMet = 0
  }
  const asked = draft.facts[number] ?? null
  if (isPractice(asked, problem, draft.problems)) {
    const { day, correct } = problem
    // One that was answered too fast is still new; that it was asked today is remembered, so that others come first.
    draft.facts[number] = { ...(asked ?? met(day)), last: day, at: draft.problems, missed: !correct }
    return
  }
  const known = shownBy(asked)
  const after = afterEvidence(known, problem, draft.problems)
  draft.facts[number] = after
  if (known) return
  const inTime = after.level === KNOWN_AT_ONCE
  if (!inTime) draft.unknownMet += 1
  const { operation } = fact
  draft.abilities[operation] = abilityAfter(draft.abilities[operation], DIFFICULTIES[number] ?? 0, inTime)
}

/** The memory after one more problem. One of an unknown fact changes nothing. */
export function afterProblem(memory: LearningMemory, problem: LearnedProblem): LearningMemory {
  const draft = draftOf(memory)
  learn(draft, problem)
  return draft
}

/** The memory after these problems, in this order; without `from`, of a child who has not practiced before. */
export function afterProblems(
  problems: Iterable<LearnedProblem>,
  from: LearningMemory = EMPTY_MEMORY,
): LearningMemory {
  const draft = draftOf(from)
  for (const problem of problems) learn(draft, problem)
  return draft
}
