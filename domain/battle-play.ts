import { battlePoints, acceptedResponseMs, timingAfter, type ProblemTiming } from './battle-scoring.ts'
import type { BattleProblem } from './battle-problems.ts'
import { BATTLE_GRACE_MS } from './division.ts'
import type { EndView, OpponentView, ScoreView, StartView } from './battle-view.ts'

/** The keypad accepts three digits (specification §5). */
const MAX_ANSWER = 999
/** This long after the last answer, the score that the server reports includes all answers. */
const JUDGED_AFTER_MS = 1500
/** The server ends a battle when the clock and the grace period are over; a result that is later than this was lost. */
const RESULT_WAIT_MS = BATTLE_GRACE_MS + 1000
const ASK_AGAIN_MS = 3000

/** A first attempt as it is sent; `points` is its value by the rules of the referee. */
type GivenAnswer = {
  readonly problemIndex: number
  readonly answer: number
  /** In whole milliseconds since the problem was shown. */
  readonly responseTime: number
  readonly points: number
}

/**
 * `returning`: connected again, but not yet informed which answers the server has. An answer sent now would overtake those that
 * were lost.
 */
export type Link = 'live' | 'away' | 'returning'

/** One player's battle, from its first problem on. */
type BattleRun = {
  readonly battleId: string
  readonly problems: readonly BattleProblem[]
  readonly opponents: readonly OpponentView[]
  /** By the clock of this device, in epoch milliseconds. */
  readonly endsAtMs: number
  /** The player's score. It is ahead of the server's by the answers in transit. */
  readonly score: number
  /** Problems solved at the first or second attempt. */
  readonly problemsAnswered: number
  /** Problems solved at the second attempt, which is never sent. */
  readonly secondTries: number
  /** All first attempts since this page joined the battle. */
  readonly given: readonly GivenAnswer[]
  readonly timing: ProblemTiming
  /** The last ones from the server; empty before. */
  readonly scores: readonly ScoreView[]
}

export type BattlePlay =
  | {
      readonly stage: 'waiting'
      readonly link: Link
      readonly battleId: string | null
      /** From an earlier visit to this battle. */
      readonly secondTries: number
    }
  | {
      readonly stage: 'active'
      readonly link: Link
      readonly run: BattleRun
      /** Index of the problem on the screen. */
      readonly index: number
      /** `reveal`: the answer is shown and must be copied. */
      readonly attempt: 'first' | 'retry' | 'reveal'
      readonly shownAtMs: number
    }
  | {
      readonly stage: 'calculating'
      readonly link: Link
      readonly run: BattleRun
      /** If there is no result by then, a tick asks for it. */
      readonly askAtMs: number
    }
  /** `result` is null when the server no longer has the battle. */
  | { readonly stage: 'ended'; readonly battleId: string; readonly result: EndView | null }

export type BattlePlayEvent =
  /** `battle-start`: the first one, or the one after a reconnect. */
  | { readonly type: 'start'; readonly start: StartView }
  | { readonly type: 'answer'; readonly value: number }
  | { readonly type: 'tick' }
  | { readonly type: 'scores'; readonly scores: readonly ScoreView[] }
  | { readonly type: 'disconnected' }
  | { readonly type: 'connected' }
  | { readonly type: 'end'; readonly end: EndView }
  /** The server answered `unknown_battle`: there will be no result. */
  | { readonly type: 'gone' }

/** Messages to send, in this order. The caller adds the player's id to `battle-ready`. */
export type Outgoing =
  | { readonly name: 'battle-ready'; readonly battleId: string }
  | {
      readonly name: 'battle-answer'
      readonly battleId: string
      readonly problemIndex: number
      readonly answer: number
      readonly responseTime: number
    }
  | {
      readonly name: 'battle-timeout'
      readonly battleId: string
      readonly finalScore: number
      readonly problemsAnswered: number
    }

type PlayStepped = { readonly play: BattlePlay; readonly send: readonly Outgoing[] }

type Active = Extract<BattlePlay, { stage: 'active' }>
type Calculating = Extract<BattlePlay, { stage: 'calculating' }>

/**
 * Waits for a battle to start. `battleId` is set if a countdown or an earlier visit named one; `secondTries` are those of that
 * visit.
 */
export function waitingPlay(battleId: string | null, secondTries = 0): BattlePlay {
  return { stage: 'waiting', link: 'live', battleId, secondTries }
}

/** Milliseconds left on the clock; 0 unless the battle is active. */
export function playRemainingMs(play: BattlePlay, nowMs: number): number {
  return play.stage === 'active' ? Math.max(0, play.run.endsAtMs - nowMs) : 0
}

function unsent(play: BattlePlay): PlayStepped {
  return { play, send: [] }
}

function answerMessage(
  { battleId }: BattleRun,
  { problemIndex, answer, responseTime }: GivenAnswer,
): Outgoing {
  return { name: 'battle-answer', battleId, problemIndex, answer, responseTime }
}

function timeoutMessage({ battleId, score, problemsAnswered }: BattleRun): Outgoing {
  return { name: 'battle-timeout', battleId, finalScore: score, problemsAnswered }
}

function calculating({ link, run }: Active): PlayStepped {
  const askAtMs = run.endsAtMs + RESULT_WAIT_MS
  return {
    play: { stage: 'calculating', link, run, askAtMs },
    send: link === 'live' ? [timeoutMessage(run)] : [],
  }
}

/** Asks again for a missing result: the server answers `battle-ready` with the result or `unknown_battle`. */
function withResultRequest(play: Calculating, nowMs: number): PlayStepped {
  if (play.link !== 'live' || nowMs < play.askAtMs) return unsent(play)
  return {
    play: { ...play, askAtMs: nowMs + ASK_AGAIN_MS },
    send: [{ name: 'battle-ready', battleId: play.run.battleId }],
  }
}

/** Moves to the next problem, or after the last one to waiting for the result. */
function movedOn(play: Active, run: BattleRun, nowMs: number): PlayStepped {
  const next: Active = { ...play, run, index: play.index + 1, attempt: 'first', shownAtMs: nowMs }
  return next.index < run.problems.length ? unsent(next) : calculating(next)
}

function firstAttempt(play: Active, value: number, correct: boolean, nowMs: number): PlayStepped {
  const { run } = play
  const responseTime = Math.max(0, Math.round(nowMs - play.shownAtMs))
  const points = battlePoints(correct, acceptedResponseMs(responseTime, run.timing, nowMs))
  const given: GivenAnswer = { problemIndex: play.index, answer: value, responseTime, points }
  const after: BattleRun = {
    ...run,
    score: run.score + points,
    problemsAnswered: run.problemsAnswered + (correct ? 1 : 0),
    given: [...run.given, given],
    timing: timingAfter(responseTime, correct, run.timing, nowMs),
  }
  const { play: next, send } = correct
    ? movedOn(play, after, nowMs)
    : unsent({ ...play, run: after, attempt: 'retry' })
  return { play: next, send: play.link === 'live' ? [answerMessage(run, given), ...send] : send }
}

function withSecondTry(run: BattleRun): BattleRun {
  return { ...run, problemsAnswered: run.problemsAnswered + 1, secondTries: run.secondTries + 1 }
}

function answered(play: Active, value: number, nowMs: number): PlayStepped {
  const problem = play.run.problems[play.index]
  if (!problem || !Number.isInteger(value) || value < 0 || value > MAX_ANSWER) return unsent(play)
  const correct = value === problem.answer
  switch (play.attempt) {
    case 'first':
      return firstAttempt(play, value, correct, nowMs)
    case 'retry':
      return correct ? movedOn(play, withSecondTry(play.run), nowMs) : unsent({ ...play, attempt: 'reveal' })
    case 'reveal':
      return correct ? movedOn(play, play.run, nowMs) : unsent(play)
  }
}

function ownScore(scores: readonly ScoreView[]): number | undefined {
  return scores.find(({ you }) => you)?.score
}

/** A battle that is new to this page: from its beginning, or after a reload from the problem that the server expects. */
function begun(start: StartView, nowMs: number, secondTries = 0): PlayStepped {
  const {
    battleId,
    problems,
    opponents,
    duration,
    problemIndex = 0,
    scores = [],
    problemsAnswered = 0,
    problemMs = 0,
  } = start
  // A reload does not restart the referee's timing of this problem.
  const timedSinceMs = nowMs - problemMs
  const run: BattleRun = {
    battleId,
    problems,
    opponents,
    endsAtMs: nowMs + duration,
    score: ownScore(scores) ?? 0,
    problemsAnswered: Math.min(problemIndex, problemsAnswered + secondTries),
    secondTries,
    given: [],
    timing: { lastAnswerAtMs: timedSinceMs, plausibleAtMs: timedSinceMs },
    scores,
  }
  const play: Active = {
    stage: 'active',
    link: 'live',
    run,
    index: problemIndex,
    attempt: 'first',
    shownAtMs: nowMs,
  }
  const { play: next, send } = problemIndex < problems.length ? unsent(play) : calculating(play)
  return { play: next, send: [{ name: 'battle-ready', battleId }, ...send] }
}

/** Skips the problems that another tab has answered meanwhile. */
function caughtUp(play: Active, problemIndex: number, nowMs: number): PlayStepped {
  const isAhead = problemIndex > play.index + (play.attempt === 'first' ? 0 : 1)
  return isAhead ? movedOn({ ...play, index: problemIndex - 1 }, play.run, nowMs) : unsent(play)
}

/** Resumes after a reconnect: adopts the server's clock and sends the answers it does not have again. */
function resumed(play: Active | Calculating, start: StartView, nowMs: number): PlayStepped {
  const { problemIndex = 0, scores = [], problemsAnswered = 0 } = start
  const missing = play.run.given.filter((given) => given.problemIndex >= problemIndex)
  const judgedScore = ownScore(scores)
  const run: BattleRun = {
    ...play.run,
    endsAtMs: nowMs + start.duration,
    score:
      judgedScore === undefined
        ? play.run.score
        : missing.reduce((sum, { points }) => sum + points, judgedScore),
    // The server does not count second attempts, but it does count what another tab has played.
    problemsAnswered: Math.max(play.run.problemsAnswered, problemsAnswered),
    scores: scores.length > 0 ? scores : play.run.scores,
  }
  const send = missing.map((given) => answerMessage(run, given))
  if (play.stage === 'calculating') {
    return { play: { ...play, link: 'live', run }, send: [...send, timeoutMessage(run)] }
  }
  const at = caughtUp({ ...play, link: 'live', run }, problemIndex, nowMs)
  return { play: at.play, send: [...send, ...at.send] }
}

function startedOrResumed(play: BattlePlay, start: StartView, nowMs: number): PlayStepped {
  switch (play.stage) {
    case 'waiting':
      return begun(start, nowMs, play.battleId === start.battleId ? play.secondTries : 0)
    case 'active':
    case 'calculating':
      return play.run.battleId === start.battleId ? resumed(play, start, nowMs) : begun(start, nowMs)
    case 'ended':
      return play.battleId === start.battleId ? unsent(play) : begun(start, nowMs)
  }
}

/** With new scores from the server. The player's own one is taken over only when it must include every answer sent. */
function withScores(play: BattlePlay, scores: readonly ScoreView[], nowMs: number): BattlePlay {
  if (play.stage !== 'active' && play.stage !== 'calculating') return play
  const isJudged = play.link === 'live' && nowMs - play.run.timing.lastAnswerAtMs >= JUDGED_AFTER_MS
  const score = (isJudged ? ownScore(scores) : undefined) ?? play.run.score
  return { ...play, run: { ...play.run, scores, score } }
}

function battleIdOf(play: BattlePlay): string | null {
  return play.stage === 'active' || play.stage === 'calculating' ? play.run.battleId : play.battleId
}

function connected(play: BattlePlay): PlayStepped {
  if (play.stage === 'ended' || play.link !== 'away') return unsent(play)
  const battleId = battleIdOf(play)
  return {
    play: { ...play, link: 'returning' },
    send: battleId === null ? [] : [{ name: 'battle-ready', battleId }],
  }
}

function ended(play: BattlePlay, battleId: string | null, result: EndView | null): BattlePlay {
  const own = battleIdOf(play)
  if (play.stage === 'ended' || battleId === null || (own !== null && own !== battleId)) return play
  return { stage: 'ended', battleId, result }
}

/**
 * Applies an event and returns the messages to send (specification §4, §9; decisions §7). Time comes first: after the clock has
 * run out, answers are ignored. An event that does not apply returns the same object.
 */
export function stepPlay(play: BattlePlay, event: BattlePlayEvent, nowMs: number): PlayStepped {
  switch (event.type) {
    case 'start':
      return startedOrResumed(play, event.start, nowMs)
    case 'answer':
    case 'tick':
      if (play.stage === 'calculating' && event.type === 'tick') return withResultRequest(play, nowMs)
      if (play.stage !== 'active') return unsent(play)
      if (nowMs >= play.run.endsAtMs) return calculating(play)
      return event.type === 'answer' ? answered(play, event.value, nowMs) : unsent(play)
    case 'scores':
      return unsent(withScores(play, event.scores, nowMs))
    case 'disconnected':
      return unsent(play.stage === 'ended' ? play : { ...play, link: 'away' })
    case 'connected':
      return connected(play)
    case 'end':
      return unsent(ended(play, event.end.battleId, event.end))
    case 'gone':
      return unsent(ended(play, battleIdOf(play), null))
  }
}
