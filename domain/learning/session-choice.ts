import { factsOfCategory } from '../category.ts'
import type { Random } from '../fact-selection.ts'
import { allFacts, findFact, type Fact, type Operation } from '../fact.ts'
import { isMissed } from '../missed-facts.ts'
import type { ChooseNext, PracticeSession } from '../practice-state.ts'
import { chooseAsPlanned } from '../practice.ts'
import type { AnsweredProblem } from '../scoring.ts'
import { nextProblem, type AskedProblem, type Choice, type FactNumbers } from './choose.ts'
import { FIRST_KEY_MS, goalFactor } from './entry-time.ts'
import { factAt, type DayNumber, type LearningMemory } from './memory.ts'
import { leaningOfTen } from './todays-ten.ts'
import { TODAYS_TEN } from '../todays-ten.ts'
import { afterProblem, afterProblems, speedOf, type LearnedProblem, type Speed } from './update.ts'

/** What a session's problems are chosen by. */
export type SessionChooser = {
  /** As of the session's start. */
  readonly memory: LearningMemory
  readonly day: DayNumber
  readonly random: Random
  /** Only these facts are asked, whole operations as in Today's ten; without it, those of the session's type. */
  readonly only?: FactNumbers | undefined
}

type Timed = Pick<AnsweredProblem, 'firstAnswerMs' | 'entryMs' | 'timeFactor'>

const timesOf = ({ firstAnswerMs: responseMs, entryMs, timeFactor }: Timed) => ({
  responseMs,
  entryMs,
  accommodation: goalFactor(timeFactor),
})

/** A finished problem, as evidence. */
export function learnedProblem(
  answer: Omit<AnsweredProblem, 'responseTimeMs' | 'visualUsed'>,
  day: DayNumber,
): LearnedProblem {
  return { factId: answer.factId, correct: !isMissed(answer), ...timesOf(answer), day }
}

/** The memory, updated with the answers of a session. */
export function memoryAfterSession(
  { memory, day }: Pick<SessionChooser, 'memory' | 'day'>,
  answered: readonly AnsweredProblem[],
): LearningMemory {
  return afterProblems(
    answered.map((answer) => learnedProblem(answer, day)),
    memory,
  )
}

type Upcoming = Pick<PracticeSession, 'sessionType' | 'totalProblems' | 'reasons' | 'answered'>

/** Whether only whole operations are asked: what each child needs (school.md section 3), not chosen facts. */
function isWhole(only: FactNumbers): boolean {
  return [...only].every(([operation, numbers]) => numbers.length === allFacts(operation).length)
}

/** The next problem of a session, by the engine's rules. `memory` is the one now, which follows from the session's answers. */
export function nextOf(
  chooser: SessionChooser,
  session: Upcoming,
  memory = memoryAfterSession(chooser, session.answered),
): Choice {
  const { day, random } = chooser
  const { sessionType, totalProblems, reasons, answered } = session
  const asked = answered.map((answer, place) => ({
    factId: answer.factId,
    correct: !isMissed(answer),
    ...(reasons[place] && { reason: reasons[place] }),
  }))
  const { only } = chooser
  const asInTen = (within?: readonly Operation[]) =>
    leaningOfTen({ begun: chooser.memory, memory, day }, asked, totalProblems, within)
  const leaning =
    sessionType === TODAYS_TEN ? asInTen() : !only ? {} : isWhole(only) ? asInTen([...only.keys()]) : { only }
  return nextProblem({
    memory,
    category: sessionType,
    count: totalProblems,
    asked,
    leaning,
    day,
    random,
  })
}

/** Chooses a session's problems one by one; planned problems stay. */
export function choosing(chooser: SessionChooser): ChooseNext {
  return (session, index) => {
    if (session.facts.length > index + 1) return chooseAsPlanned(session, index)
    return index + 1 < session.totalProblems ? [nextOf(chooser, session)] : []
  }
}

/** What follows a right first answer, by how soon it comes. */
export type ChosenAhead = ReadonlyMap<Speed, readonly Choice[]>

/** Answer times that give each likely speed; milliseconds. */
const LIKELY_TIMES = [
  { firstAnswerMs: FIRST_KEY_MS, entryMs: 0 },
  { firstAnswerMs: 4000, entryMs: 0 },
] as const

const speedOfAnswer = (answer: Timed): Speed => speedOf(timesOf(answer))

/**
 * What `choosing` will choose after the problem at `index` if its first answer is right, for each likely speed: choosing takes
 * longer than the frame after an answer has.
 */
export function chooseAhead(chooser: SessionChooser, session: PracticeSession, index: number): ChosenAhead {
  const factId = session.facts[index]?.id ?? ''
  const choose = choosing(chooser)
  return new Map(
    LIKELY_TIMES.map((times) => {
      const answer = { factId, correct: true, attempts: 1, responseTimeMs: 0, visualUsed: false, ...times }
      return [speedOfAnswer(answer), choose({ ...session, answered: [...session.answered, answer] }, index)]
    }),
  )
}

/** What was chosen ahead of this answer; null if it was not. */
export function chosenFor(ahead: ChosenAhead, answer: AnsweredProblem): readonly Choice[] | null {
  return isMissed(answer) ? null : (ahead.get(speedOfAnswer(answer)) ?? null)
}

/**
 * At most `count` different facts of a category, or of `only`: those that a session would ask if each were answered in time, then
 * the rest.
 */
export function nextFacts(
  input: Pick<SessionChooser, 'day' | 'random' | 'only'> & {
    readonly memory: LearningMemory
    readonly category: string
    readonly count: number
  },
): Fact[] {
  const { category, day, random, only } = input
  const all = only
    ? [...only.values()].flat().flatMap((number) => factAt(number) ?? [])
    : factsOfCategory(category)
  const leaning = only ? { only } : {}
  const count = Math.min(input.count, all.length)
  let { memory } = input
  const asked: AskedProblem[] = []
  for (let place = 0; place < count; place += 1) {
    const { fact, reason } = nextProblem({ memory, category, count, asked, leaning, day, random })
    memory = afterProblem(memory, {
      factId: fact.id,
      correct: true,
      responseMs: FIRST_KEY_MS,
      entryMs: 0,
      day,
    })
    asked.push({ factId: fact.id, correct: true, reason })
  }
  const chosen = asked.flatMap(({ factId }) => findFact(factId) ?? [])
  return [...new Map([...chosen, ...all].map((fact) => [fact.id, fact])).values()].slice(0, count)
}
