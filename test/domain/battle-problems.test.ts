import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawProblems, type BattleProblem } from '../../domain/battle-problems.ts'
import { leagueOf, PREFERENCES_OF, type BattleType, type Division } from '../../domain/division.ts'
import { factsOfCategory } from '../../domain/category.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const battleType: fc.Arbitrary<BattleType> = fc
  .constantFrom<Division>('addition_subtraction', 'multiplication_division')
  .chain((division) =>
    fc.record({ division: fc.constant(division), preference: fc.constantFrom(...PREFERENCES_OF[division]) }),
  )

const idOf = ({ operation, operand1, operand2 }: BattleProblem) => `${operation}-${operand1}-${operand2}`

function counts(keys: readonly string[]): number[] {
  const seen = new Map<string, number>()
  for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
  return [...seen.values()]
}

test('[BAT-2] the problems are facts of the preference, as many as requested, never the same twice in a row', () => {
  fc.assert(
    fc.property(battleType, fc.integer({ min: 1, max: 400 }), fc.nat(), (type, count, seed) => {
      const problems = drawProblems(type, count, seededRandom(seed))
      expect(problems).toHaveLength(count)
      const facts = new Map(factsOfCategory(leagueOf(type)).map((fact) => [fact.id, fact.answer]))
      for (const problem of problems) expect(facts.get(idOf(problem))).toBe(problem.answer)
      expect(problems.some((problem, at) => at > 0 && problem === problems[at - 1])).toBe(false)
    }),
  )
})

test('[BAT-2] mixed is half and half, and within an operation all facts come equally often, give or take one', () => {
  fc.assert(
    fc.property(battleType, fc.nat(), (type, seed) => {
      const problems = drawProblems(type, 150, seededRandom(seed))
      const shares = counts(problems.map(({ operation }) => operation))
      expect(shares).toEqual(type.preference === 'mixed' ? [75, 75] : [150])
      for (const operation of new Set(problems.map((problem) => problem.operation))) {
        const often = counts(problems.filter((problem) => problem.operation === operation).map(idOf))
        expect(Math.max(...often) - Math.min(...often)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('[BAT-34] equal seeds give equal problems, different seeds different ones', () => {
  const type: BattleType = { division: 'addition_subtraction', preference: 'mixed' }
  const draw = (seed: number) => drawProblems(type, 150, seededRandom(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})
