import { BEDS } from '../../domain/garden.ts'
import type { LearningMemory } from '../../domain/learning/memory.ts'
import { afterProblems, type LearnedProblem } from '../../domain/learning/update.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { ENTRY_MS, learned } from './learned-problems.ts'

const DAYS = 30
const PER_DAY = 30

/** The memory of a child who has practiced addition and multiplication for a month, until the day before `day`. */
export function monthMemory(day: number): LearningMemory {
  const random = seededRandom(17)
  const ids = BEDS.flatMap(({ operation, frames }) =>
    operation === 'addition' || operation === 'multiplication' ? [frames.flat()] : [],
  )
  const problems: LearnedProblem[] = []
  for (let past = 0; past < DAYS; past += 1) {
    for (let place = 0; place < PER_DAY; place += 1) {
      const bed = ids[place % ids.length] ?? []
      // Ever more facts come up, the early ones more often.
      const reach = Math.min(bed.length, 10 + 2 * past)
      const at = Math.floor(random() ** 1.5 * reach)
      const isEasy = at < reach / 2
      problems.push(
        learned(bed[at] ?? '', {
          day: day - DAYS + past,
          correct: random() < (isEasy ? 0.97 : 0.75),
          responseMs: ENTRY_MS + (isEasy ? 1200 : 2600) * random(),
        }),
      )
    }
  }
  return afterProblems(problems)
}
