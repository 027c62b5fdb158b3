import { expect, test } from 'vitest'
import { MAX_ATTEMPTS_IN_CALL } from '../../contract/attempt-log.ts'
import {
  attemptsOf,
  mergeStudentContent,
  reviveStudentContent,
  type StudentContent,
} from '../../web/features/student/student-outbox.ts'

const answer = (place: number, sessionId = 'one', studentAnswer = 5) => ({
  sessionId,
  factId: 'addition-2-3',
  studentAnswer,
  responseTime: 1500,
  place,
})

/** Answers at these places, each made 1.4 s after the one before. */
const several = (places: readonly number[], sessionId = 'one'): StudentContent =>
  places
    .map((place) => attemptsOf(answer(place, sessionId)))
    .reduce((older, newer) => mergeStudentContent(newer, older, 1400) ?? newer)

const timesOf = (content: StudentContent | null) =>
  content?.kind === 'attempts'
    ? content.body.attempts.map(({ attempt, secondsBefore }) => [attempt.place, secondsBefore])
    : null

test.each([
  [
    [0],
    1,
    [
      [0, 2],
      [1, 0],
    ],
  ],
  [
    [0, 1],
    2,
    [
      [0, 3.4],
      [1, 2],
      [2, 0],
    ],
  ],
  // The last answer again after a reload: what the page shows counts.
  [
    [0, 1],
    1,
    [
      [0, 3.4],
      [1, 0],
    ],
  ],
  [[0], 0, [[0, 0]]],
])('[SIN-7] answers %j and %i of a session are one item, each with its age', (older, newer, expected) => {
  const merged = mergeStudentContent(attemptsOf(answer(newer)), several(older), 2000)
  expect(timesOf(merged)?.map(([place, seconds = 0]) => [place, Number(seconds.toFixed(3))])).toEqual(
    expected,
  )
  expect(reviveStudentContent(JSON.parse(JSON.stringify(merged)))).toEqual(merged)
})

const FULL = Array.from({ length: MAX_ATTEMPTS_IN_CALL }, (_, place) => place)
const APART: readonly (readonly [string, StudentContent, StudentContent])[] = [
  ['of two sessions', several([0], 'two'), several([0, 1])],
  ['with another one between', several([2]), several([0])],
  ['that are more than a call takes', several([MAX_ATTEMPTS_IN_CALL]), several(FULL)],
  ['and the end', { kind: 'finish', sessionId: 'one', body: {} }, several([0])],
  ['and settings', { kind: 'settings', body: { calm: true } }, several([0])],
]

test.each(APART)('[SIN-7, SIN-18] answers %s stay apart', (_, newer, older) => {
  expect(mergeStudentContent(newer, older, 1000)).toBeNull()
})

test('[SIN-7] an answer that an earlier version stored by itself is sent', () => {
  const stored = { kind: 'attempt', body: answer(3) }
  expect(reviveStudentContent(stored)).toEqual(attemptsOf(answer(3)))
})

test.each([{}, { attempts: 7 }, { attempts: [7] }, { attempts: [{ attempt: null, secondsBefore: 0 }] }])(
  '[SIN-7] broken answers in storage (%j) are no item',
  (body) => {
    expect(reviveStudentContent({ kind: 'attempts', sessionId: 'one', body })).toBeNull()
  },
)
