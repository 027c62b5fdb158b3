import type { Fact } from './fact.ts'
import type { Reason } from './learning/choose.ts'
import { diagnose } from './learning/diagnosis.ts'
import { elapsedOf, running, startClock, stopped, type Clock } from './practice-clock.ts'
import {
  countedClock,
  durationMs,
  isLive,
  PROCESSING_MS,
  WRONG_FEEDBACK_MS,
  type AttemptLogEntry,
  type ChooseNext,
  type PracticeEndedBy,
  type LivePractice,
  type OnProblem,
  type PracticeEffect,
  type PracticeEvent,
  type PracticeSession,
  type PracticeSound,
  type PracticeState,
  type PracticeStepped,
} from './practice-state.ts'
import { MAX_ATTEMPTS, scoreProblem, scoreSession } from './scoring.ts'

const SETUP: PracticeState = { stage: 'setup' }
/** The reason of problems that come without one. */
const EXTRA: Reason = 'again'

const sound = (name: PracticeSound): PracticeEffect => ({ type: 'sound', sound: name })

function stepTo(state: PracticeState, ...effects: readonly PracticeEffect[]): PracticeStepped {
  return { state, effects }
}

/** Keeps the problems that were planned at the session's start. */
export const chooseAsPlanned: ChooseNext = ({ facts, reasons }, index) =>
  facts.slice(index + 1).map((fact, place) => ({ fact, reason: reasons[index + 1 + place] ?? EXTRA }))

function problemAt(session: PracticeSession, index: number, clock: Clock, nowMs: number): PracticeStepped {
  const askedAtElapsedMs = elapsedOf(clock, nowMs)
  const { sessionType, facts } = session
  return stepTo(
    { stage: 'asking', session, index, clock, attempt: 1, askedAtElapsedMs, visualUsed: false, missed: null },
    { type: 'fact_shown', sessionType, factId: facts[index]?.id ?? '' },
  )
}

function ended(state: OnProblem, endedBy: PracticeEndedBy, nowMs: number): PracticeStepped {
  const { session } = state
  const actualDurationMs = Math.min(durationMs(state), elapsedOf(countedClock(state, nowMs), nowMs))
  return stepTo(
    { stage: 'processing', session, endedBy, startedAtMs: nowMs, actualDurationMs },
    { type: 'session_finished', session, score: scoreSession(session.answered), actualDurationMs },
  )
}

function endedByPlayer(state: OnProblem, nowMs: number): PracticeStepped {
  // With nothing answered there is nothing to show: back to the start.
  return state.session.answered.length === 0 ? stepTo(SETUP) : ended(state, 'player', nowMs)
}

/** The next problem, or the end after the last one (specification §4: the index grows while below the last). */
function movedOn(state: OnProblem, session: PracticeSession, nowMs: number): PracticeStepped {
  return state.index < session.totalProblems - 1
    ? problemAt(session, state.index + 1, countedClock(state, nowMs), nowMs)
    : ended({ ...state, session }, 'last_problem', nowMs)
}

type Answer = Omit<Extract<PracticeEvent, { type: 'answer' }>, 'type'>

function attemptOf(
  state: OnProblem,
  fact: Fact,
  { value, entryMs, timeFactor }: Answer,
  nowMs: number,
): AttemptLogEntry {
  const { session, attempt, visualUsed } = state
  const isCorrect = Number.isInteger(value) && value === fact.answer
  const { baseScore, speedMultiplier, finalScore } = scoreProblem({ correct: isCorrect, attempts: attempt })
  return {
    sessionId: session.id,
    place: session.answered.reduce((sum, { attempts }) => sum + attempts, 0) + attempt - 1,
    factId: fact.id,
    studentAnswer: value,
    isCorrect,
    // The server adds these up to the time practiced.
    responseTime: Math.round(elapsedOf(countedClock(state, nowMs), nowMs) - state.askedAtElapsedMs),
    entryTime: entryMs,
    timeFactor,
    visualUsed,
    baseScore,
    speedMultiplier,
    finalScore,
    timestamp: nowMs,
  }
}

/** The session after a finished problem: with the answer counted and the next problems chosen. */
function withAnswer(state: OnProblem, made: AttemptLogEntry, choose: ChooseNext): PracticeSession {
  const { session, index, attempt, missed } = state
  const { factId, isCorrect, responseTime, entryTime, timeFactor, visualUsed } = made
  const answer = {
    factId,
    correct: isCorrect,
    attempts: attempt,
    responseTimeMs: responseTime,
    firstAnswerMs: missed?.firstAnswerMs ?? responseTime,
    entryMs: entryTime,
    timeFactor,
    visualUsed,
  }
  const counted = { ...session, answered: [...session.answered, answer] }
  const next = choose(counted, index)
  return {
    ...counted,
    facts: [...session.facts.slice(0, index + 1), ...next.map(({ fact }) => fact)],
    reasons: [...session.reasons.slice(0, index + 1), ...next.map(({ reason }) => reason)],
  }
}

function answered(
  state: Extract<LivePractice, { stage: 'asking' }>,
  answer: Answer,
  nowMs: number,
  choose: ChooseNext,
): PracticeStepped {
  const fact = state.session.facts[state.index]
  if (!fact || state.clock.runningSinceMs === null || !Number.isFinite(answer.value)) return stepTo(state)
  const made = attemptOf(state, fact, answer, nowMs)
  const effect = { type: 'attempt_made', attempt: made } as const
  if (made.isCorrect) {
    const next = movedOn(state, withAnswer(state, made, choose), nowMs)
    return stepTo(next.state, effect, sound('correct'), ...next.effects)
  }
  if (state.attempt === MAX_ATTEMPTS) {
    const session = withAnswer(state, made, choose)
    return stepTo({ ...state, stage: 'revealed', session, answer: fact.answer }, effect, sound('not_yet'))
  }
  const chancesLeft = state.attempt === 1 ? 2 : 1
  const missed = { given: answer.value, firstAnswerMs: state.missed?.firstAnswerMs ?? made.responseTime }
  const retryAtElapsedMs = elapsedOf(state.clock, nowMs) + WRONG_FEEDBACK_MS
  // A miss opens the picture, unless the number was only mistyped. The missed attempt itself was made without it.
  const visualUsed = state.visualUsed || diagnose(fact, answer.value) !== 'typing'
  return stepTo(
    { ...state, stage: 'retry', visualUsed, retryAtElapsedMs, chancesLeft, missed },
    effect,
    sound('not_yet'),
  )
}

function askedAgain(state: Extract<LivePractice, { stage: 'retry' }>): PracticeState {
  const { session, index, clock, attempt, askedAtElapsedMs, visualUsed, missed } = state
  const next = attempt === 1 ? 2 : 3
  return { stage: 'asking', session, index, clock, attempt: next, askedAtElapsedMs, visualUsed, missed }
}

function ticked(state: PracticeState, nowMs: number): PracticeStepped {
  if (state.stage === 'processing') {
    if (nowMs < state.startedAtMs + PROCESSING_MS) return stepTo(state)
    const { session, endedBy, actualDurationMs } = state
    return stepTo({ stage: 'complete', session, endedBy, actualDurationMs }, sound('finished'))
  }
  if (!isLive(state)) return stepTo(state)
  const elapsedMs = elapsedOf(state.clock, nowMs)
  if (elapsedMs >= durationMs(state)) return ended(state, 'timer', nowMs)
  return stepTo(state.stage === 'retry' && elapsedMs >= state.retryAtElapsedMs ? askedAgain(state) : state)
}

function started(event: Extract<PracticeEvent, { type: 'start' }>, nowMs: number): PracticeStepped {
  const { sessionType, durationSeconds, hasClock = true, facts, totalProblems = facts.length } = event
  const { reasons = [] } = event
  const session: PracticeSession = {
    id: `practice-${Math.round(nowMs).toString(36)}`,
    sessionType,
    targetDurationSeconds: durationSeconds,
    hasClock,
    totalProblems,
    facts,
    reasons: facts.map((_, place) => reasons[place] ?? EXTRA),
    startedAtMs: nowMs,
    answered: [],
  }
  const first = problemAt(session, 0, startClock(nowMs), nowMs)
  // The first sound opens the audio device, which takes long: better on Start than on the first answer.
  return stepTo(first.state, { type: 'session_started', session }, sound('tap'), ...first.effects)
}

/** Answers count even if the child starts over or begins another session instead of continuing. */
function leftUnfinished(state: PracticeState, nowMs: number): readonly PracticeEffect[] {
  if (!isLive(state) && state.stage !== 'interrupted') return []
  return endedByPlayer(state, nowMs).effects
}

function continued(state: PracticeState, nowMs: number): PracticeStepped {
  if (state.stage !== 'interrupted') return stepTo(state)
  const { resumesAt, session, index, attempt, askedAtElapsedMs, visualUsed, missed } = state
  const clock = running(state.clock, nowMs)
  const at = { session, index, clock, attempt, askedAtElapsedMs, visualUsed, missed }
  const fact = session.facts[index]
  const isRevealed = resumesAt === 'revealed' && fact
  return stepTo(
    isRevealed ? { stage: 'revealed', answer: fact.answer, ...at } : { stage: 'asking', ...at },
    sound('tap'),
  )
}

function withClock(state: LivePractice, clock: Clock): PracticeStepped {
  return stepTo(clock === state.clock ? state : { ...state, clock })
}

/**
 * Applies an event: the new state, and what the page must do (specification §4). An event that does not apply returns the same
 * state without effects. Time comes first: once the timer has ended, nothing is answered.
 */
export function step(
  state: PracticeState,
  event: PracticeEvent,
  nowMs: number,
  choose: ChooseNext = chooseAsPlanned,
): PracticeStepped {
  switch (event.type) {
    case 'start': {
      if (event.facts.length === 0 || event.durationSeconds <= 0) return stepTo(state)
      const begun = started(event, nowMs)
      return stepTo(begun.state, ...leftUnfinished(state, nowMs), ...begun.effects)
    }
    case 'reset':
      return state.stage === 'setup' ? stepTo(state) : stepTo(SETUP, ...leftUnfinished(state, nowMs))
    case 'go_on':
      return continued(state, nowMs)
    case 'tick':
      return ticked(state, nowMs)
    case 'answer':
    case 'continue':
    case 'show_visual':
    case 'pause':
    case 'resume':
    case 'end': {
      const now = ticked(state, nowMs)
      if (!isLive(state) || !isLive(now.state)) return isLive(state) ? now : stepTo(state)
      const next = stepLive(now.state, event, nowMs, choose)
      return stepTo(next.state, ...now.effects, ...next.effects)
    }
  }
}

function stepLive(
  state: LivePractice,
  event: Extract<PracticeEvent, { type: 'answer' | 'continue' | 'show_visual' | 'pause' | 'resume' | 'end' }>,
  nowMs: number,
  choose: ChooseNext,
): PracticeStepped {
  switch (event.type) {
    case 'answer':
      return state.stage === 'asking' ? answered(state, event, nowMs, choose) : stepTo(state)
    case 'continue':
      return state.stage === 'revealed' ? movedOn(state, state.session, nowMs) : stepTo(state)
    case 'show_visual':
      return stepTo(state.visualUsed ? state : { ...state, visualUsed: true })
    case 'pause':
      return withClock(state, state.clock.runningSinceMs === null ? state.clock : stopped(state.clock, nowMs))
    case 'resume':
      return withClock(state, running(state.clock, nowMs))
    case 'end':
      return endedByPlayer(state, nowMs)
  }
}
