import { FACTS } from '../../domain/learning/memory.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { AchievingAttempt, SessionEnd } from '../../domain/achievements/fold.ts'

const DAY_MS = 86_400_000
/** Mondays, noon in New York, before clocks change there and in Europe. */
export const SPRING_MS = Date.parse('2026-03-02T17:00:00Z')
export const AUTUMN_MS = Date.parse('2026-10-05T16:00:00Z')

export type ChildLog = {
  readonly attempts: readonly AchievingAttempt[]
  readonly ends: readonly SessionEnd[]
}

/** A facts' pool that is small enough for sets, pairs and families to become known within 60 days. */
const POOL = FACTS.filter(
  ({ operation, operand1, operand2, answer }) =>
    (operation === 'addition' && (operand1 === operand2 || answer <= 6)) ||
    (operation === 'subtraction' && operand1 <= 6) ||
    (operation === 'multiplication' && operand1 <= 3 && operand2 <= 3) ||
    (operation === 'division' && operand2 <= 3 && answer <= 3),
)

type Draw = () => number

const below = (draw: Draw, most: number): number => Math.floor(draw() * most)

/** The attempts at one problem: the chance of a right one grows with the day. */
function problem(draw: Draw, day: number, random: boolean) {
  const isEasy = draw() < 0.35 + day / 90
  const picture = draw() < 0.3
  const attempts: { correct: boolean; responseMs: number; picture: boolean }[] = []
  let responseMs = random ? below(draw, 600) : 1500 + below(draw, 2500)
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const correct = isEasy ? attempt === 1 : draw() < 0.25 * attempt
    attempts.push({ correct, responseMs, picture: attempt === 1 ? picture && draw() < 0.5 : picture })
    responseMs += 500 + below(draw, 4000)
    if (correct) break
  }
  return draw() < 0.03 ? attempts.slice(0, 1) : attempts
}

/** A child's practice over this many days: some days off, up to two sessions a day, some sessions left or never finished. */
export function childLog(seed: number, days = 60, pressesKeys = true, startMs = SPRING_MS): ChildLog {
  const draw = seededRandom(seed)
  const attempts: AchievingAttempt[] = []
  const ends: SessionEnd[] = []
  const pause = { from: 15 + below(draw, 10), length: below(draw, 20) }
  for (let day = 0; day < days; day += 1) {
    const isAway = day >= pause.from && day < pause.from + pause.length
    const sessions = isAway || draw() < 0.25 ? 0 : 1 + below(draw, 2)
    let atMs = startMs + day * DAY_MS + below(draw, 3_600_000)
    for (let session = 0; session < sessions; session += 1) {
      const sessionId = `s-${seed}-${String(day).padStart(2, '0')}-${session}`
      const totalProblems = [3, 10, 12, 20][below(draw, 4)] ?? 10
      const played = draw() < 0.2 ? below(draw, totalProblems) : totalProblems
      const isRandom = draw() < 0.05 && pressesKeys
      let place = 0
      for (let number = 0; number < played; number += 1) {
        const { id: factId = '' } = POOL[below(draw, Math.min(POOL.length, 12 + day))] ?? {}
        for (const [index, made] of problem(draw, day, isRandom).entries()) {
          atMs += made.responseMs + 1000
          const attempt = ([1, 2, 3] as const)[index] ?? 3
          const entry = { sessionId, place, factId, attempt, atMs, entryMs: 1500, ...made }
          attempts.push({ ...entry, day: dayNumber(practiceDay(atMs)) })
          place += 1
        }
      }
      atMs += 5000
      if (played > 0 && draw() < 0.95) ends.push({ sessionId, totalProblems, atMs })
      atMs += 600_000
    }
  }
  return { attempts, ends }
}
