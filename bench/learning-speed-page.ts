import { allEarned, foldAchievements } from '../domain/achievements/fold.ts'
import { MONDAY_TO_FRIDAY } from '../domain/calendar.ts'
import { nextProblem, type AskedProblem } from '../domain/learning/choose.ts'
import { foldLog, type LearnedAttempt } from '../domain/learning/fold.ts'
import { FACTS } from '../domain/learning/memory.ts'
import { nextOf } from '../domain/learning/session-choice.ts'
import { readMemory, storeMemory } from '../domain/learning/stored.ts'
import { afterProblems, type LearnedProblem } from '../domain/learning/update.ts'
import { seededRandom } from '../domain/seeded-random.ts'

const ENTRY_MS = 1300
const FIRST_DAY = 20_000
const DAY_MS = 86_400_000
const CATEGORY = 'all_operations'
const PROBLEMS = 50

function problem(place: number, count: number, random: () => number): LearnedProblem {
  const fact = FACTS[Math.floor(random() * FACTS.length)]
  return {
    factId: fact?.id ?? '',
    correct: random() < 0.85,
    responseMs: ENTRY_MS + Math.round(random() * 3000),
    entryMs: ENTRY_MS,
    day: FIRST_DAY + Math.floor((100 * place) / count),
  }
}

/** The memory of a child who has met all facts, many of them often. */
export function fullMemory(random: () => number) {
  const all = FACTS.map(({ id: factId }) => ({ ...problem(0, 1, random), factId }))
  const more = Array.from({ length: 3000 }, (_, place) => problem(place, 3000, random))
  return afterProblems([...all, ...more])
}

/** Milliseconds of each run of the work, or of several runs together where stated. */
function timed(times: number, work: () => void, together = 1): number[] {
  return Array.from({ length: times / together }, () => {
    const startedMs = performance.now()
    for (let turn = 0; turn < together; turn += 1) work()
    return (performance.now() - startedMs) / together
  })
}

/** Choices timed together: the clock of a page is too coarse for one. */
const TOGETHER = 10

/** Milliseconds per choice with all facts in memory: the engine alone, and the whole choice at a session's last problem. */
export function choiceTimes(times: number): { readonly engine: number[]; readonly session: number[] } {
  const random = seededRandom(5)
  const memory = fullMemory(random)
  const day = FIRST_DAY + 101
  const asked: AskedProblem[] = FACTS.filter((_, place) => place % 10 === 0).map(({ id }) => ({
    factId: id,
    correct: true,
  }))
  const choose = () => nextProblem({ memory, category: CATEGORY, count: PROBLEMS, asked, day, random })
  const engine = timed(times, choose, TOGETHER)
  const answered = asked.map(({ factId }) => ({
    factId,
    correct: true,
    attempts: 1,
    responseTimeMs: 2000,
    firstAnswerMs: 2000,
    entryMs: ENTRY_MS,
    visualUsed: false,
  }))
  const chooser = { memory, day, random }
  const upcoming = { sessionType: CATEGORY, totalProblems: PROBLEMS, reasons: [], answered }
  const session = timed(times, () => nextOf(chooser, upcoming), TOGETHER)
  return { engine, session }
}

/** Milliseconds to read a stored memory of all facts, add a session to it and store it again. */
export function memoryTimes(times: number): number[] {
  const random = seededRandom(6)
  const stored = JSON.stringify(storeMemory(fullMemory(random)))
  const session = Array.from({ length: PROBLEMS }, () => problem(1, 1, random))
  return timed(times, () => {
    const memory = readMemory(JSON.parse(stored))
    if (memory === null) throw new Error('the stored memory cannot be read')
    JSON.stringify(storeMemory(afterProblems(session, memory)))
  })
}

/** Every third session is from a second device. */
function isOfSecond({ sessionId }: LearnedAttempt): boolean {
  return Number(sessionId.split('-')[1]) % 3 === 0
}

/** A log of that many attempts over 100 days. */
function longLog(attempts: number): LearnedAttempt[] {
  const random = seededRandom(7)
  return Array.from({ length: attempts }, (_, place) => ({
    ...problem(place, attempts, random),
    sessionId: `session-${Math.floor(place / PROBLEMS)}`,
    place: place % PROBLEMS,
    attempt: 1 as const,
    atMs: FIRST_DAY * DAY_MS + Math.floor((100 * DAY_MS * place) / attempts),
  }))
}

/** Milliseconds to fold a log of that many attempts: those of one device in order, then those of another. */
export function foldTimes(times: number, attempts: number): number[] {
  const log = longLog(attempts)
  const sent = [...log.filter((attempt) => !isOfSecond(attempt)), ...log.filter(isOfSecond)]
  return timed(times, () => foldLog(sent))
}

/** Milliseconds to evaluate the achievements of a log of that many attempts, as for a child from before there were any. */
export function achievementTimes(times: number, attempts: number): number[] {
  const log = longLog(attempts).map((attempt) => ({ ...attempt, picture: attempt.place % 7 === 0 }))
  const ends = log
    .filter(({ place }) => place === PROBLEMS - 1)
    .map((last) => ({ ...last, totalProblems: PROBLEMS }))
  const calendar = {
    zone: 'America/New_York',
    past: [],
    schoolDays: MONDAY_TO_FRIDAY,
    free: [],
    firstDay: '2024-01-01',
  }
  return timed(times, () => {
    const evaluation = foldAchievements(
      log,
      ends.map(({ sessionId, atMs, totalProblems }) => ({ sessionId, atMs, totalProblems })),
      calendar,
    )
    if (allEarned(evaluation, evaluation.newDays, calendar).length === 0)
      throw new Error('nothing was earned')
  })
}
