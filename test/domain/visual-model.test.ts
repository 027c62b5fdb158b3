import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOfCategory } from '../../domain/category.ts'
import { allFacts, factId, type Fact, type Operation } from '../../domain/fact.ts'
import { secondModelFor, visualModelFor } from '../../domain/visual-model.ts'

/** A fact outside the generated sets, as an interface may hand one over (specification §7, `/api/facts`). */
function anyFact(operation: Operation, operand1: number, operand2: number, answer: number): Fact {
  const id = factId(operation, operand1, operand2)
  return { id, operation, operand1, operand2, answer, difficulty: 3, grade: 3 }
}

describe('the visual model of a fact', () => {
  test('[VIS-1] addition: ten-frames up to a sum of 20, then a number line', () => {
    for (const fact of allFacts('addition')) {
      expect(visualModelFor(fact)).toEqual({
        type: 'ten_frame',
        first: fact.operand1,
        second: fact.operand2,
        crossedOut: 0,
      })
    }
    expect(visualModelFor(anyFact('addition', 10, 10, 20)).type).toBe('ten_frame')
    expect(visualModelFor(anyFact('addition', 12, 9, 21))).toEqual({
      type: 'number_line',
      from: 12,
      jump: 9,
      max: 30,
    })
  })

  test('[VIS-2] subtraction: ten-frames up to 20, with the subtrahend crossed out', () => {
    for (const fact of allFacts('subtraction')) {
      expect(visualModelFor(fact)).toEqual({
        type: 'ten_frame',
        first: fact.operand1,
        second: 0,
        crossedOut: fact.operand2,
      })
    }
    expect(visualModelFor(anyFact('subtraction', 21, 4, 17))).toEqual({
      type: 'number_line',
      from: 21,
      jump: -4,
      max: 30,
    })
  })

  test('[VIS-10] the second model of a sum or a difference is a number line; others have none', () => {
    expect(secondModelFor(anyFact('addition', 8, 5, 13))).toEqual({
      type: 'number_line',
      from: 8,
      jump: 5,
      max: 20,
    })
    expect(secondModelFor(anyFact('subtraction', 13, 5, 8))).toEqual({
      type: 'number_line',
      from: 13,
      jump: -5,
      max: 20,
    })
    expect(secondModelFor(anyFact('addition', 12, 9, 21))).toBeNull()
    for (const fact of [...allFacts('multiplication'), ...allFacts('division')]) {
      expect(secondModelFor(fact)).toBeNull()
    }
  })

  test('[VIS-3] multiplication and division: an array whose dots are the product', () => {
    for (const fact of allFacts('multiplication')) {
      expect(visualModelFor(fact)).toEqual({
        type: 'array',
        rows: fact.operand1,
        columns: fact.operand2,
        asked: 'total',
      })
    }
    for (const fact of allFacts('division')) {
      expect(visualModelFor(fact)).toEqual({
        type: 'array',
        rows: fact.operand2,
        columns: fact.answer,
        asked: 'columns',
      })
    }
    expect(visualModelFor(anyFact('multiplication', 12, 12, 144)).type).toBe('array')
    expect(visualModelFor(anyFact('multiplication', 13, 2, 26)).type).toBe('ten_frame')
    expect(visualModelFor(anyFact('division', 144, 12, 12)).type).toBe('array')
    expect(visualModelFor(anyFact('division', 145, 29, 5)).type).toBe('ten_frame')
    expect(visualModelFor(anyFact('division', 26, 2, 13)).type).toBe('ten_frame')
  })

  test('[VIS-4] every fact has a model; frames show at most 20 dots, 100 in the fallback', () => {
    for (const fact of factsOfCategory('all')) {
      const model = visualModelFor(fact)
      if (model.type === 'ten_frame') expect(model.first + model.second).toBeLessThanOrEqual(20)
    }
    const operands = fc.integer({ min: 0, max: 2000 })
    fc.assert(
      fc.property(operands, operands, (a, b) => {
        const models = [
          visualModelFor(anyFact('multiplication', a, b, a * b)),
          visualModelFor(anyFact('division', a * b, b, a)),
        ]
        for (const model of models) {
          if (model.type === 'ten_frame') expect(model.first + model.second).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
