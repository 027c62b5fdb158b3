import { expect, test } from 'vitest'
import type { FactMemory } from '../../../domain/learning/memory.ts'
import { KNOWN_LEVEL } from '../../../domain/learning/states.ts'
import { lettersOn, NO_LETTERS, readLetter, withLetters } from '../../../domain/school/fact-letters.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { groupsOf, isOnTrack } from '../../../domain/school/groups.ts'
import { labelsOf, type LabelEvidence } from '../../../domain/school/labels.ts'
import { NO_LATELY, withLatest } from '../../../domain/school/lately.ts'
import { isMostlyKnown, weakestSet } from '../../../domain/school/need-order.ts'

/** The letters of a child: so many facts of each set have this letter, its first or (negative) its last ones. */
function lettersWith(...parts: readonly (readonly [FactSetId, string, number?])[]): string {
  const letters = Array.from(NO_LETTERS)
  for (const [set, letter, count = Infinity] of parts)
    for (const number of factsOfSet(set).slice(...(count < 0 ? [count] : [0, count])))
      letters[number] = letter
  return letters.join('')
}

function evidence(change: Partial<LabelEvidence> = {}): LabelEvidence {
  return {
    letters: NO_LETTERS,
    daysMissed: 0,
    lastPracticed: '',
    newFacts: [],
    ...change,
  }
}

const kindsOf = (change: Partial<LabelEvidence>): string[] =>
  labelsOf(evidence(change)).map(({ kind }) => kind)

const NEW_FACT: FactMemory = {
  level: 1,
  due: 0,
  last: 0,
  at: 0,
  missed: false,
  seen: 4,
  right: 0,
  firstRight: 0,
  lastRight: 0,
  recent: [],
  timed: [],
  best: 0,
}

/** What a letter of a learning fact means, so many days after it was asked. */
function letterOf(fact: Partial<FactMemory>, days = 0) {
  const learning = { ...NEW_FACT, last: 100, ...fact }
  return readLetter(lettersOn(withLetters(NO_LETTERS, [1], { facts: [null, learning] }), 100 + days)[1])
}

test('[DSH-1] a fact is stuck with three of the last four wrong, asked within 21 days', () => {
  expect(letterOf({ recent: [0, 1, 0, 0] }, 21)).toEqual({ state: 'learning', wrong: 3, isStuck: true })
  expect(letterOf({ recent: [0, 1, 0, 0] }, 22)).toEqual({ state: 'learning', wrong: 3, isStuck: false })
  expect(letterOf({ recent: [0, 0, 0] }).isStuck).toBe(false)
  expect(letterOf({ recent: [0, 1, 2, 0] })).toMatchObject({ wrong: 2, isStuck: false })
  expect(readLetter('?').state).toBe('unknown')
})

test('[DSH-13] letters are stored one per fact, each changed without the others', () => {
  const asked = { ...NEW_FACT, last: 20_000 }
  const stuck = { ...asked, recent: [0, 0, 0, 0] } as const
  const known = { ...asked, level: KNOWN_LEVEL, firstRight: 1, lastRight: 2 }
  const first = withLetters(NO_LETTERS, [0, 2], { facts: [stuck, null, known] })
  expect(lettersOn(first, 20_000)).toBe(`E-k${NO_LETTERS.slice(3)}`)
  const second = withLetters(first, [1, 2], { facts: [null, stuck, { ...known, timed: [true, true] }] })
  expect(lettersOn(second, 20_022)).toBe(`eef${NO_LETTERS.slice(3)}`)
})

test('[NED-4] the weakest set is the first one less than nine tenths known, among tried operations', () => {
  expect(weakestSet(NO_LETTERS)).toBeNull()
  expect(weakestSet(lettersWith(['mul_2', 'b', 1]))).toBe('mul_2')
  const onward = lettersWith(['add_count_on', 'k', 57], ['mul_2', 'b', 1])
  expect(isMostlyKnown(onward, 'add_count_on')).toBe(true)
  // Multiplication is still at its first set, addition is further.
  expect(weakestSet(onward)).toBe('mul_2')
  expect(isMostlyKnown(lettersWith(['add_count_on', 'k', 56]), 'add_count_on')).toBe(false)
  expect(weakestSet(lettersWith(['add_count_on', 'b', 1], ['sub_small', 'd', 2]))).toBe('sub_small')
  expect(weakestSet(lettersWith(['mul_all', 'f']))).toBeNull()
})

test('[DSH-2] stuck: three stuck facts in one set', () => {
  expect(labelsOf(evidence({ letters: lettersWith(['add_doubles', 'D', 3]) }))).toEqual([
    { kind: 'stuck', set: 'add_count_on', facts: factsOfSet('add_doubles').slice(0, 3) },
  ])
  expect(kindsOf({ letters: lettersWith(['add_across_10', 'D', 2]) })).toEqual([])
})

test('[DSH-4] ready for the next: the weakest set became nine tenths known this week', () => {
  const letters = lettersWith(['mul_2', 'f'])
  const learned = factsOfSet('mul_2')
  expect(labelsOf(evidence({ letters, newFacts: learned }))).toEqual([{ kind: 'ready', set: 'mul_2' }])
  expect(kindsOf({ letters, newFacts: learned.slice(0, 2) })).toEqual(['ready'])
  // Nine tenths were known before, or are not yet known.
  expect(kindsOf({ letters, newFacts: learned.slice(0, 1) })).toEqual([])
  expect(kindsOf({ letters: lettersWith(['mul_2', 'f', 15]), newFacts: learned.slice(0, 2) })).toEqual([])
})

test('[DSH-6] not seen for five school days comes first, but not for a child who is away', () => {
  const letters = lettersWith(['add_doubles', 'D', 3])
  expect(kindsOf({ daysMissed: 5, letters })).toEqual(['not_seen', 'stuck'])
  expect(kindsOf({ daysMissed: 4, letters })).toEqual(['stuck'])
  expect(kindsOf({ daysMissed: null, letters })).toEqual(['stuck'])
})

test('[DSH-7] groups have two to six children, the largest first; no child is in two; the same data give the same groups', () => {
  const hard = lettersWith(['add_across_10', 'D', -3])
  const many = Array.from({ length: 8 }, (_, n) => ({ studentId: `across-${n}`, letters: hard }))
  const others = ['x', 'y'].map((id) => ({ studentId: id, letters: lettersWith(['mul_7', 'c', 4]) }))
  const alone = { studentId: 'alone', letters: lettersWith(['div_3', 'E', 3]) }
  const fine = { studentId: 'fine', letters: lettersWith(['add_all', 'k']) }
  const groups = groupsOf([...others, ...many, alone, fine])
  expect(groups.map(({ set, studentIds }) => [set, studentIds.length])).toEqual([
    ['add_across_10', 6],
    ['add_across_10', 2],
    ['mul_7', 2],
  ])
  expect(groups[0]).toMatchObject({ hardFor: 6, fact: factsOfSet('add_across_10').at(-3) })
  const grouped = groups.flatMap(({ studentIds }) => studentIds)
  expect(new Set(grouped).size).toBe(grouped.length)
  expect(groupsOf([...others, ...many, alone, fine])).toEqual(groups)
  expect([alone, fine].map(isOnTrack)).toEqual([false, true])
  expect(isOnTrack({ letters: NO_LETTERS })).toBe(false)
})

test('[DSH-7] there are at most four groups, and a fact that was recently right each time is no reason for one', () => {
  const sets: readonly FactSetId[] = ['mul_2', 'mul_5', 'mul_10', 'mul_3', 'mul_4', 'mul_9']
  const children = sets.flatMap((set, place) =>
    [0, 1].map((n) => ({ studentId: `${place}${n}`, letters: lettersWith([set, 'c', 3]) })),
  )
  expect(groupsOf(children)).toHaveLength(4)
  expect(
    groupsOf(children.map(({ studentId }) => ({ studentId, letters: lettersWith(['mul_2', 'a']) }))),
  ).toEqual([])
})

/** Two children who know a set but for three facts. */
const nearlyKnowing = (letter: string) =>
  [0, 1].map((n) => ({
    studentId: `${n}`,
    letters: lettersWith(['add_count_on', 'k'], ['add_count_on', letter, 3]),
  }))

test('[DSH-7] a child who nearly knows a set is in no group for it, unless three of its facts are stuck', () => {
  expect(groupsOf(nearlyKnowing('c'))).toEqual([])
  expect(groupsOf(nearlyKnowing('D'))).toMatchObject([{ set: 'add_count_on', studentIds: ['0', '1'] }])
})

test('[DSH-15] the recent practice has a fixed size', () => {
  let lately = NO_LATELY
  for (let n = 0; n < 400; n += 1) {
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 10) * 86_400_000).toISOString().slice(0, 10)
    const correct = n % 3 !== 0
    lately = withLatest(lately, { day, attempt: 1, correct, responseMs: n % 2 === 0 ? 900 : 3000 })
    if (!correct) lately = withLatest(lately, { day, attempt: 2, correct: true, responseMs: 5000 })
  }
  expect(lately).toHaveLength(15)
  expect(lately.at(-1)).toMatchObject({ day: '2026-02-09', firsts: 10 })
})
