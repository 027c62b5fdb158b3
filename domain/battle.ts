import { battlePoints, acceptedResponseMs, ranked, timingAfter, excludedSilenceMs } from './battle-scoring.ts'
import type { BotAnswer } from './bot.ts'
import { BATTLE_GRACE_MS } from './division.ts'
import { afterAnswer, isHumanPace, NO_PACE } from './plausible.ts'
import type {
  Active,
  BattleEffect,
  BattleEvent,
  BattleResult,
  BattleSetup,
  BattleState,
  Countdown,
  EndedBy,
  Seat,
  SeatProgress,
  Stepped,
} from './battle-state.ts'

const NO_EFFECTS: readonly BattleEffect[] = []
const SCORES: readonly BattleEffect[] = [{ type: 'scores' }]
const END: readonly BattleEffect[] = [{ type: 'end' }]

function unchanged(state: BattleState): Stepped {
  return { state, effects: NO_EFFECTS }
}

function clockEndsAtMs({ startedAtMs, setup }: Active): number {
  return startedAtMs + setup.durationMs
}

function isPerson({ setup }: BattleState, seat: Seat): boolean {
  return setup.players[seat]?.kind === 'person'
}

/** Whether a player has nothing left to do: timed out, or left. */
function isDone({ problemsAnswered, presence }: SeatProgress): boolean {
  return problemsAnswered !== null || presence === 'left'
}

function everyPerson(state: Countdown | Active, holds: (progress: SeatProgress) => boolean): boolean {
  return state.seats.every((progress, seat) => !isPerson(state, seat) || holds(progress))
}

function withSeat<Live extends Countdown | Active>(state: Live, seat: Seat, progress: SeatProgress): Live {
  return { ...state, seats: state.seats.with(seat, progress) }
}

/** The bot's progress with every answer due by `elapsedMs` after the start. */
function botProgress(
  schedule: readonly BotAnswer[],
  progress: SeatProgress,
  elapsedMs: number,
): SeatProgress {
  const end = schedule.findIndex(({ atMs }) => atMs > elapsedMs)
  const due = schedule.slice(progress.attempted, end < 0 ? schedule.length : end)
  const last = due.at(-1)
  if (!last) return progress
  return {
    ...progress,
    score: due.reduce((sum, { points }) => sum + points, progress.score),
    nextIndex: last.problemIndex + 1,
    attempted: progress.attempted + due.length,
    correct: progress.correct + due.filter(({ correct }) => correct).length,
    responseTimeMs: last.atMs,
  }
}

/** The battle with everything its bots have done by `elapsedMs` after the start; the same object if that is nothing. */
function withBots(state: Active, elapsedMs: number): Active {
  let seats = state.seats
  state.setup.players.forEach((player, seat) => {
    const progress = seats[seat]
    if (player.kind !== 'bot' || !progress) return
    const next = botProgress(player.schedule, progress, elapsedMs)
    if (next !== progress) seats = seats.with(seat, next)
  })
  return seats === state.seats ? state : { ...state, seats }
}

/** When time next changes an active battle: at a bot's answer, or at the end of the grace period. */
function nextWakeMs(state: Active): number {
  const botTimes = state.setup.players.flatMap((player, seat) => {
    const next = player.kind === 'bot' ? player.schedule[state.seats[seat]?.attempted ?? 0] : undefined
    return next ? [state.startedAtMs + next.atMs] : []
  })
  return Math.min(clockEndsAtMs(state) + BATTLE_GRACE_MS, ...botTimes)
}

const SET_ASIDE = { setAside: true } as const

function resultsOf(state: Countdown | Active): BattleResult[] {
  const standings = state.seats.map((progress, seat) => ({
    seat,
    score: progress.score,
    isBot: !isPerson(state, seat),
    attempted: progress.attempted,
    // A bot tries again until it is right. For a person without a timeout, only right first attempts are known.
    problemsAnswered:
      progress.problemsAnswered ?? (isPerson(state, seat) ? progress.correct : progress.attempted),
    responseTimeMs: Math.round(progress.responseTimeMs),
    leftAtMs: progress.leftAtMs,
    ...(isPerson(state, seat) && !isHumanPace(progress.pace) ? SET_ASIDE : {}),
  }))
  return ranked(standings).map(({ standing: { isBot: _isBot, ...standing }, rank }) => {
    const left = standing.leftAtMs !== null
    return { ...standing, rank, isWinner: rank === 1 && standing.score > 0 && !left, left }
  })
}

function ended(state: Countdown | Active, endedBy: EndedBy, nowMs: number): Stepped {
  // The bots finish their schedule: nobody beats a bot by ending early.
  const final = state.stage === 'active' && endedBy === 'all_done' ? withBots(state, Infinity) : state
  return {
    state: {
      stage: 'ended',
      setup: state.setup,
      startedAtMs: state.stage === 'active' ? state.startedAtMs : null,
      endedAtMs: nowMs,
      endedBy,
      immediate: state.stage === 'countdown' || nowMs < clockEndsAtMs(state),
      results: resultsOf(final),
    },
    effects: END,
  }
}

/** Ends the battle if everybody has finished or left. */
function endedIfDone(state: Countdown | Active, nowMs: number): Stepped {
  if (everyPerson(state, ({ leftAtMs }) => leftAtMs !== null)) return ended(state, 'all_left', nowMs)
  return state.stage === 'active' && everyPerson(state, isDone)
    ? ended(state, 'all_done', nowMs)
    : unchanged(state)
}

function started({ setup, seats }: Countdown, nowMs: number): Stepped {
  const active: Active = {
    stage: 'active',
    setup,
    startedAtMs: nowMs,
    wakeAtMs: 0,
    seats: seats.map((progress) => ({ ...progress, lastAnswerAtMs: nowMs, plausibleAtMs: nowMs })),
  }
  const wakeAtMs = nextWakeMs(active)
  return { state: { ...active, wakeAtMs }, effects: [{ type: 'start' }, { type: 'wake', atMs: wakeAtMs }] }
}

function countedDown(state: Countdown, nowMs: number): Stepped {
  // Rounded first: a fraction of a millisecond must not turn 5 s into 6.
  const secondsLeft = Math.ceil(Math.round(state.startsAtMs - nowMs) / 1000)
  if (secondsLeft <= 0) return started(state, nowMs)
  const wakeAtMs = state.startsAtMs - (secondsLeft - 1) * 1000
  return {
    state: { ...state, secondsLeft, wakeAtMs },
    effects: [{ type: 'countdown' }, { type: 'wake', atMs: wakeAtMs }],
  }
}

/** Does what is due once `wakeAtMs` has come. */
function woken(state: Countdown | Active, nowMs: number): Stepped {
  if (state.stage === 'countdown') return countedDown(state, nowMs)
  const played = withBots(state, Math.min(nowMs - state.startedAtMs, state.setup.durationMs))
  if (nowMs >= clockEndsAtMs(state) + BATTLE_GRACE_MS) return ended(played, 'clock', nowMs)
  const wakeAtMs = nextWakeMs(played)
  const scored = played.seats.some(({ score }, seat) => score !== state.seats[seat]?.score)
  return {
    state: { ...played, wakeAtMs },
    effects: [...(scored ? SCORES : NO_EFFECTS), { type: 'wake', atMs: wakeAtMs }],
  }
}

function answered(state: Active, event: Extract<BattleEvent, { type: 'answer' }>, nowMs: number): Stepped {
  const { seat, problemIndex } = event
  const progress = state.seats[seat]
  const problem = state.setup.problems[problemIndex]
  if (!progress || !problem || !isPerson(state, seat) || isDone(progress)) return unchanged(state)
  if (problemIndex !== progress.nextIndex) return unchanged(state)
  const claimedMs = Math.max(0, event.responseTimeMs)
  const acceptedMs = acceptedResponseMs(claimedMs, progress, nowMs)
  const correct = event.answer === problem.answer
  const points = battlePoints(correct, acceptedMs)
  const timing = timingAfter(claimedMs, correct, progress, nowMs)
  const next: SeatProgress = {
    presence: progress.presence,
    score: progress.score + points,
    nextIndex: problemIndex + 1,
    attempted: progress.attempted + 1,
    correct: progress.correct + (correct ? 1 : 0),
    responseTimeMs: progress.responseTimeMs + acceptedMs,
    pace: correct ? afterAnswer(progress.pace, acceptedMs) : progress.pace,
    lastAnswerAtMs: timing.lastAnswerAtMs,
    plausibleAtMs: timing.plausibleAtMs,
    silenceMs: progress.silenceMs,
    awaySinceMs: progress.awaySinceMs,
    problemsAnswered: null,
    leftAtMs: null,
  }
  // Written out because a server does this tens of thousands of times a second; spreading or `with` takes five times as long.
  const { stage, setup, startedAtMs, wakeAtMs } = state
  const seats = state.seats.slice()
  seats[seat] = next
  return {
    state: { stage, setup, startedAtMs, wakeAtMs, seats },
    effects: points > 0 ? SCORES : NO_EFFECTS,
  }
}

function timedOut(state: Active, event: Extract<BattleEvent, { type: 'timeout' }>, nowMs: number): Stepped {
  const progress = state.seats[event.seat]
  if (!progress || !isPerson(state, event.seat) || isDone(progress)) return unchanged(state)
  const problemsAnswered = Math.min(progress.attempted, Math.max(progress.correct, event.problemsAnswered))
  return endedIfDone(withSeat(state, event.seat, { ...progress, problemsAnswered }), nowMs)
}

/** Takes the silence since `sinceMs` off the player's time. */
function afterSilence(
  state: Countdown | Active,
  progress: SeatProgress,
  sinceMs: number,
  nowMs: number,
): SeatProgress {
  if (state.stage === 'countdown') return progress
  const takenMs = excludedSilenceMs(sinceMs, progress, progress.silenceMs, nowMs)
  if (takenMs <= 0) return progress
  const lastAnswerAtMs = progress.lastAnswerAtMs + takenMs
  return { ...progress, lastAnswerAtMs, silenceMs: progress.silenceMs + takenMs }
}

/** Changes whether a person is present. A player who left on purpose stays away. */
function presenceChanged(
  state: Countdown | Active,
  event: Extract<BattleEvent, { type: 'ready' | 'drop' | 'silent' | 'leave' }>,
  nowMs: number,
): Stepped {
  const { seat } = event
  const progress = state.seats[seat]
  if (!progress || !isPerson(state, seat) || progress.presence === 'left') return unchanged(state)
  switch (event.type) {
    case 'leave': {
      // A player who has finished keeps the standing.
      if (progress.problemsAnswered !== null) {
        return unchanged(withSeat(state, seat, { ...progress, presence: 'left' }))
      }
      const after = endedIfDone(
        withSeat(state, seat, { ...progress, presence: 'left', leftAtMs: nowMs }),
        nowMs,
      )
      // The others see it at once; during a countdown, with its next second.
      return after.state.stage === 'active' ? { state: after.state, effects: SCORES } : after
    }
    case 'drop':
      return progress.presence === 'away'
        ? unchanged(state)
        : unchanged(withSeat(state, seat, { ...progress, presence: 'away', awaySinceMs: event.sinceMs }))
    case 'silent': {
      // For an away player, the whole absence is taken off on return.
      if (progress.presence === 'away') return unchanged(state)
      const heard = afterSilence(state, progress, event.sinceMs, nowMs)
      return unchanged(heard === progress ? state : withSeat(state, seat, heard))
    }
    case 'ready': {
      if (progress.presence === 'here') return unchanged(state)
      const { awaySinceMs } = progress
      const heard = afterSilence(state, progress, awaySinceMs ?? nowMs, nowMs)
      const back = withSeat(state, seat, { ...heard, presence: 'here', awaySinceMs: null })
      return { state: back, effects: [{ type: 'resume', seat }] }
    }
  }
}

function stepped(state: Countdown | Active, event: BattleEvent, nowMs: number): Stepped {
  switch (event.type) {
    case 'answer':
      return state.stage === 'active' ? answered(state, event, nowMs) : unchanged(state)
    case 'timeout':
      return state.stage === 'active' ? timedOut(state, event, nowMs) : unchanged(state)
    case 'ready':
    case 'drop':
    case 'silent':
    case 'leave':
      return presenceChanged(state, event, nowMs)
    case 'wake':
      // The timer fired early: set it again.
      return { state, effects: [{ type: 'wake', atMs: state.wakeAtMs }] }
    case 'stop':
      return ended(state, 'stopped', nowMs)
  }
}

const NOTHING_DONE: SeatProgress = {
  presence: 'here',
  score: 0,
  nextIndex: 0,
  attempted: 0,
  correct: 0,
  responseTimeMs: 0,
  pace: NO_PACE,
  lastAnswerAtMs: 0,
  plausibleAtMs: 0,
  silenceMs: 0,
  awaySinceMs: null,
  problemsAnswered: null,
  leftAtMs: null,
}

/** Opens a battle: with its countdown, or if that is 0, with its first problem. */
export function openBattle(setup: BattleSetup, nowMs: number): Stepped {
  const startsAtMs = nowMs + setup.countdownSeconds * 1000
  const seats = setup.players.map(() => NOTHING_DONE)
  return countedDown({ stage: 'countdown', setup, startsAtMs, secondsLeft: 0, wakeAtMs: nowMs, seats }, nowMs)
}

/**
 * Applies an event to a battle (decisions §7). What was due before `nowMs` happens first. An event that does not apply returns
 * the same object.
 */
export function step(state: BattleState, event: BattleEvent, nowMs: number): Stepped {
  if (state.stage === 'ended') return unchanged(state)
  if (nowMs < state.wakeAtMs) return stepped(state, event, nowMs)
  const due = woken(state, nowMs)
  if (event.type === 'wake' || due.state.stage === 'ended') return due
  const after = stepped(due.state, event, nowMs)
  return { state: after.state, effects: [...due.effects, ...after.effects] }
}
