import type { LoggedEvent } from '../../domain/battle-replay.ts'
import type { BattleProblem } from '../../domain/battle-problems.ts'
import type { Seat } from '../../domain/battle-state.ts'

type Reckoned = {
  readonly events: readonly LoggedEvent[]
  readonly seat: Seat
  readonly problems: readonly BattleProblem[]
  readonly startedAtMs: number
}

type Given = { readonly atMs: number; readonly claimedMs: number; readonly isRight: boolean }
/** Silence that ended at `toMs`, and how much of it is not counted. */
type Silence = { readonly toMs: number; readonly uncountedMs: number }

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** BAT-24, BAT-25: what a right answer earns, by the rules' own numbers. */
function pointsOf(
  claimedMs: number,
  atMs: number,
  before: readonly Given[],
  startedAtMs: number,
  silences: readonly Silence[],
) {
  const last = before.at(-1)
  const fromMs = last?.atMs ?? startedAtMs
  const since = silences.filter(({ toMs }) => toMs > fromMs)
  const clockMs = atMs - fromMs - sum(since.map(({ uncountedMs }) => uncountedMs))
  const isTimed = last === undefined || last.isRight
  // Claims fill the time from the start on; none of them reaches beyond the instant at which its answer came in.
  const filledToMs = before.reduce((to, given) => Math.min(given.atMs, to + given.claimedMs), startedAtMs)
  const slowMs = isTimed ? Math.max(claimedMs, clockMs - 750) : claimedMs
  const acceptedMs = Math.min(slowMs, atMs - filledToMs)
  if (acceptedMs < 250) return 0
  return acceptedMs < 3000 ? 5 : 3
}

/**
 * What the last event of a battle's log earns its player: reckoned from nothing but the log, the start and the rules of
 * spec/. Null when the event is no answer that counts.
 */
export function reckonedPoints({ events, seat, problems, startedAtMs }: Reckoned): number | null {
  const given: Given[] = []
  const silences: Silence[] = []
  let next = 0
  let awaySinceMs: number | null = null
  let points: number | null = null
  const silent = (fromMs: number, toMs: number): void => {
    const last = given.at(-1)
    if (toMs < startedAtMs || last?.isRight === false) return
    const leftMs = 20_000 - sum(silences.map(({ uncountedMs }) => uncountedMs))
    const thinkingMs = Math.max(0, toMs - Math.max(fromMs, last?.atMs ?? startedAtMs))
    silences.push({ toMs, uncountedMs: Math.min(thinkingMs, leftMs) })
  }
  for (const { event, atMs } of events) {
    points = null
    if (!('seat' in event) || event.seat !== seat) continue
    const hasStarted = atMs >= startedAtMs
    if (event.type === 'leave' || (event.type === 'timeout' && hasStarted)) return null
    if (event.type === 'drop') awaySinceMs ??= event.sinceMs
    if (event.type === 'silent' && awaySinceMs === null) silent(event.sinceMs, atMs)
    if (event.type === 'ready') {
      if (awaySinceMs !== null) silent(awaySinceMs, atMs)
      awaySinceMs = null
    }
    const problem = event.type === 'answer' ? problems[event.problemIndex] : undefined
    if (event.type !== 'answer' || !problem || !hasStarted || event.problemIndex !== next) continue
    const isRight = event.answer === problem.answer
    const claimedMs = Math.max(0, event.responseTimeMs)
    points = isRight ? pointsOf(claimedMs, atMs, given, startedAtMs, silences) : 0
    given.push({ atMs, claimedMs, isRight })
    next += 1
  }
  return points
}
