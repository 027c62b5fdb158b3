import type { AnsweredProblem } from './scoring.ts'

/** The session type of Today's ten: no league, so it has no board (ADR 0050). */
export const TODAYS_TEN = 'todays_ten'

/** Problems in a frame. */
export const TEN = 10

/** How a problem went: right on the first try, right later, or not. */
export const PROGRESS_MARKS = ['first', 'later', 'missed'] as const

export type ProgressMark = (typeof PROGRESS_MARKS)[number]

/** The mark of an answered problem. */
export function markOf({ correct, attempts }: Pick<AnsweredProblem, 'correct' | 'attempts'>): ProgressMark {
  if (!correct) return 'missed'
  return attempts === 1 ? 'first' : 'later'
}

/** The ten-frames that a player fills on a practice day. */
export type DayFrames = {
  readonly day: string
  /** Full frames. The first one completes the day. */
  readonly filled: number
  /** The last frame: at most ten marks, none before the first problem. */
  readonly marks: readonly ProgressMark[]
  /** Facts that will be ready on the next day, as of the last set; null before the first. */
  readonly readyTomorrow: number | null
}

/** The frames of a day on which nothing was practiced yet. */
export function noFrames(day: string): DayFrames {
  return { day, filled: 0, marks: [], readyTomorrow: null }
}

/** The marks of the frame that the next problem goes into: a full one is followed by an empty one. */
export function openMarks({ marks }: DayFrames): readonly ProgressMark[] {
  return marks.length < TEN ? marks : []
}

/** The problems of the next set: as many as the open frame has empty cells. */
export function problemsLeft(frames: DayFrames): number {
  return TEN - openMarks(frames).length
}

/** The frames after these problems; those of another day start over. */
export function withMarks(
  before: DayFrames,
  { day, marks, readyTomorrow }: Omit<DayFrames, 'filled'>,
): DayFrames {
  const frames = before.day === day ? before : noFrames(day)
  if (marks.length === 0) return frames
  const all = [...openMarks(frames), ...marks]
  const full = Math.floor(all.length / TEN)
  const rest = all.length % TEN
  const last = rest > 0 ? all.slice(-rest) : all.slice(-TEN)
  return {
    day,
    filled: frames.filled + full,
    marks: last,
    readyTomorrow: readyTomorrow ?? frames.readyTomorrow,
  }
}
