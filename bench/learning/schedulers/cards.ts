import { Rating, createEmptyCard, fsrs, type Card, type Grade } from 'ts-fsrs'
import { factsOfCategory } from '../../../domain/category.ts'
import { shuffle } from '../../../domain/fact-selection.ts'
import type { Answered, Scheduler } from './scheduler.ts'

const DAY_MS = 86_400_000
/** A card that comes back in the same session waits for this many others. */
const OTHERS_BETWEEN = 3

/** When a card is due next, in ms; `again` brings it back within the session. */
type Due = { readonly dueMs: number; readonly again: boolean }
type Rule = (place: number, answered: Answered) => Due

const NO_RULE: Rule = () => ({ dueMs: 0, again: false })

/**
 * The common part of flash-card schedulers: cards that are due (most overdue first), then new ones in teaching order, then,
 * so that no minute is left unused, the card that was asked longest ago.
 */
function cards(makeRule: (size: number) => Rule): Scheduler {
  let ids: string[] = []
  let places = new Map<string, number>()
  let rule: Rule = NO_RULE
  let dueMs = new Float64Array(0)
  let notBefore = new Int32Array(0)
  let asked = new Int32Array(0)
  let met = 0
  let count = 0
  let last = -1
  const maxOverdue = (nowMs: number): number => {
    let found = -1
    for (let place = 0; place < met; place++) {
      const due = dueMs[place] ?? 0
      if (due > nowMs || (notBefore[place] ?? 0) > count || place === last) continue
      if (found < 0 || due < (dueMs[found] ?? 0)) found = place
    }
    return found
  }
  const longestAgo = (): number => {
    let found = 0
    for (let place = 1; place < met; place++) {
      if ((asked[place] ?? 0) < (asked[found] ?? 0)) found = place
    }
    return found
  }
  return {
    start(category, random) {
      ids = shuffle(factsOfCategory(category), random)
        .toSorted((a, b) => a.difficulty - b.difficulty)
        .map(({ id }) => id)
      places = new Map(ids.map((id, place) => [id, place]))
      dueMs = new Float64Array(ids.length)
      notBefore = new Int32Array(ids.length)
      asked = new Int32Array(ids.length)
      rule = makeRule(ids.length)
    },
    sessionBegun() {},
    next(nowMs) {
      let chosen = maxOverdue(nowMs)
      if (chosen < 0 && met < ids.length) chosen = met++
      if (chosen < 0) chosen = longestAgo()
      asked[chosen] = count++
      last = chosen
      return ids[chosen] ?? ''
    },
    answered(answered) {
      const place = places.get(answered.factId) ?? 0
      const due = rule(place, answered)
      dueMs[place] = due.dueMs
      notBefore[place] = due.again ? count + OTHERS_BETWEEN : 0
    },
  }
}

/** Days between reviews in the five boxes. */
const BOX_DAYS = [1, 2, 4, 8, 16]
/** Seconds within which a strict grader counts an answer as known. */
const AT_ONCE_MS = 3000

/**
 * Boxes as flash-card programs have them, a strong rule for its size: right within 3 s moves a card up, everything else back
 * to the first box, which is for the next day.
 */
export function dailyBoxes(): Scheduler {
  return cards((size) => {
    const boxes = new Int32Array(size)
    return (place, { correct, responseMs, day }) => {
      const isKnown = correct && responseMs <= AT_ONCE_MS
      const box = isKnown ? Math.min(BOX_DAYS.length - 1, (boxes[place] ?? 0) + 1) : 0
      boxes[place] = box
      return { dueMs: (day + (BOX_DAYS[box] ?? 1)) * DAY_MS, again: false }
    }
  })
}

/** SM-2 (Wozniak 1990), graded 5 within 3 s, 4 within 6 s, 3 if right, 1 if wrong; below 4 the card returns in the session. */
export function sm2(): Scheduler {
  return cards((size) => {
    const easiness = new Float64Array(size).fill(2.5)
    const repetitions = new Int32Array(size)
    const interval = new Float64Array(size)
    const reviewed = new Float64Array(size).fill(-1)
    return (place, { correct, responseMs, day, nowMs }) => {
      const quality = gradeFrom({ correct, responseMs }, [1, 3, 4, 5])
      const isRepeat = reviewed[place] === day
      if (!isRepeat) {
        const done = quality < 3 ? 0 : (repetitions[place] ?? 0) + 1
        const before = interval[place] ?? 0
        const ef = easiness[place] ?? 2.5
        repetitions[place] = done
        interval[place] = done <= 1 ? 1 : done === 2 ? 6 : Math.round(before * ef)
        easiness[place] = Math.max(1.3, ef + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02))
        reviewed[place] = day
      }
      return quality < 4
        ? { dueMs: nowMs, again: true }
        : { dueMs: (day + (interval[place] ?? 1)) * DAY_MS, again: false }
    }
  })
}

/** FSRS-6 by ts-fsrs with its default weights, learning steps in minutes included. */
export function fsrs6(): Scheduler {
  const scheduler = fsrs({ enable_fuzz: false })
  return cards((size) => {
    const states: Card[] = Array.from({ length: size }, () => createEmptyCard(new Date(0)))
    return (place, { correct, responseMs, nowMs, day }) => {
      const grade: Grade = gradeFrom({ correct, responseMs }, [
        Rating.Again,
        Rating.Hard,
        Rating.Good,
        Rating.Easy,
      ])
      const { card } = scheduler.next(states[place] as Card, new Date(nowMs), grade)
      states[place] = card
      const again = card.scheduled_days === 0
      // Reviews of a day are due from its start, wherever in the day they were planned.
      return { dueMs: again ? card.due.getTime() : (day + card.scheduled_days) * DAY_MS, again }
    }
  })
}

/** The grade for a wrong answer, a slow one, one within 6 s and one within 3 s. */
function gradeFrom<GradeOf>(
  { correct, responseMs }: Pick<Answered, 'correct' | 'responseMs'>,
  [wrong, slow, good, fast]: readonly [GradeOf, GradeOf, GradeOf, GradeOf],
): GradeOf {
  if (!correct) return wrong
  if (responseMs <= AT_ONCE_MS) return fast
  return responseMs <= 2 * AT_ONCE_MS ? good : slow
}
