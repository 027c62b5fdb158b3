import { createStore, type StoreApi } from 'zustand/vanilla'
import { fieldsOf } from '../../domain/json-fields.ts'
import {
  markOf,
  noFrames,
  openMarks,
  PROGRESS_MARKS,
  TEN,
  TODAYS_TEN,
  withMarks,
  type DayFrames,
  type ProgressMark,
} from '../../domain/todays-ten.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { FRAMES_PREFIX, PRACTICE_KEY } from './practice-key.ts'
import type { DurableStore } from './storage.ts'

type Dependencies = {
  readonly store: DurableStore
  /** The player's current day. */
  readonly today: () => string
}

/** What home shows of today's frames. */
export type Today = {
  /** Full frames, without the one that is being filled. */
  readonly filled: number
  /** The frame to show: the one that is being filled, or the last full one. */
  readonly marks: readonly ProgressMark[]
  /** Whether an interrupted set waits to be continued. */
  readonly isInterrupted: boolean
  readonly readyTomorrow: number | null
}

function countIn(json: unknown): number | null {
  return typeof json === 'number' && Number.isInteger(json) && json >= 0 ? json : null
}

function marksIn(json: unknown): ProgressMark[] {
  const list: readonly unknown[] = Array.isArray(json) ? json : []
  return list.flatMap((item) => PROGRESS_MARKS.find((mark) => mark === item) ?? []).slice(0, TEN)
}

function reviveFrames(json: unknown): DayFrames | null {
  const fields = fieldsOf(json)
  const [day, filled] = [fields.get('day'), countIn(fields.get('filled'))]
  if (typeof day !== 'string' || filled === null) return null
  return {
    day,
    filled,
    marks: marksIn(fields.get('marks')),
    readyTomorrow: countIn(fields.get('readyTomorrow')),
  }
}

/** The marks of an interrupted set of Today's ten; null if none is stored. */
function reviveInterrupted(json: unknown): ProgressMark[] | null {
  const fields = fieldsOf(json)
  const responses = fields.get('responses')
  if (fieldsOf(fields.get('currentSession')).get('sessionType') !== TODAYS_TEN) return null
  if (fieldsOf(fields.get('at')).get('stage') === 'ended' || !Array.isArray(responses)) return null
  return responses.map((response) => {
    const answered = fieldsOf(response)
    return markOf({
      correct: answered.get('correct') === true,
      attempts: countIn(answered.get('attempts')) ?? 1,
    })
  })
}

type Kept = {
  readonly frames: DayFrames | null
  /** The marks of an interrupted set; null for none. */
  readonly interrupted: readonly ProgressMark[] | null
}

/** What home shows on this day. */
export function todayOf({ frames: stored, interrupted }: Kept, day: string): Today {
  const frames = stored?.day === day ? stored : noFrames(day)
  const { filled, readyTomorrow } = frames
  const marks = interrupted === null ? frames.marks : [...openMarks(frames), ...interrupted].slice(0, TEN)
  return { filled, marks, isInterrupted: interrupted !== null, readyTomorrow }
}

/** The ten-frames of a player on this device. */
export class TodaysTen {
  readonly kept: StoreApi<Kept>
  readonly #key: string
  readonly #dependencies: Dependencies

  constructor(player: string, dependencies: Dependencies) {
    this.#key = FRAMES_PREFIX + player
    this.#dependencies = dependencies
    this.kept = createStore(() => this.#read())
  }

  /** The frames of the current day. */
  frames = (): DayFrames => {
    const day = this.#dependencies.today()
    const { frames } = this.#read()
    return frames?.day === day ? frames : noFrames(day)
  }

  /** Adds the problems of a set that is over; `readyTomorrow` is null if unknown. */
  add = (answered: readonly AnsweredProblem[], readyTomorrow: number | null): void => {
    const frames = this.frames()
    const marks = answered.map(markOf)
    this.#dependencies.store.write(this.#key, withMarks(frames, { day: frames.day, marks, readyTomorrow }))
    this.reload()
  }

  /** Reads what another tab has written. */
  reload = (): void => this.kept.setState(this.#read(), true)

  #read(): Kept {
    const { store } = this.#dependencies
    return {
      frames: store.read(this.#key, reviveFrames),
      interrupted: store.read(PRACTICE_KEY, reviveInterrupted),
    }
  }
}

/** Moves today's frames of the guest to the student who has signed in on this device, whose day may be another. */
export function moveFramesToStudent(
  store: DurableStore,
  guest: { readonly player: string; readonly today: () => string },
  student: { readonly player: string; readonly today: () => string },
): void {
  const [theirs, own] = [guest, student].map(({ player, today }) =>
    new TodaysTen(player, { store, today }).frames(),
  )
  if (theirs && own && theirs.filled + theirs.marks.length / TEN > own.filled + own.marks.length / TEN)
    store.write(FRAMES_PREFIX + student.player, { ...theirs, day: own.day })
  store.remove(FRAMES_PREFIX + guest.player)
}

/** Forgets the frames of everybody but these players. */
export function deleteFrames(store: DurableStore, keep: readonly string[]): void {
  for (const key of store.keys(FRAMES_PREFIX)) {
    if (!keep.includes(key.slice(FRAMES_PREFIX.length))) store.remove(key)
  }
}
