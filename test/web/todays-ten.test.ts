import fc from 'fast-check'
import { expect, test } from 'vitest'
import { practiceDay } from '../../domain/practice-day.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { deleteFrames, moveFramesToStudent, todayOf, TodaysTen } from '../../web/lib/todays-ten.ts'
import { MemoryStorage } from './memory-storage.ts'

const NOON = Date.UTC(2026, 10, 24, 20)
const DAY_MS = 86_400_000

function device() {
  const storage = new MemoryStorage()
  const store = createDurableStore(() => storage)
  const clock = { ms: NOON }
  const day = () => practiceDay(clock.ms)
  const of = (player: string) => new TodaysTen(player, { store, today: day })
  const today = (player: string) => todayOf(of(player).kept.getState(), day())
  const signIn = (student: string) =>
    moveFramesToStudent(store, { player: 'guest', today: day }, { player: student, today: day })
  return { store, clock, today, of, signIn }
}

const right = (problems: number): AnsweredProblem[] =>
  Array.from({ length: problems }, () => ({
    factId: 'addition-1-1',
    correct: true,
    attempts: 1,
    responseTimeMs: 1000,
    firstAnswerMs: 1000,
    entryMs: 900,
    visualUsed: false,
  }))

test('[TEN-4] frames are stored per player, and removed on the next practice day', () => {
  const { clock, of, today } = device()
  of('guest').add(right(10), 6)
  of('ada').add(right(3), 1)
  expect(today('guest')).toMatchObject({ filled: 1, readyTomorrow: 6 })
  expect(today('ada').marks).toHaveLength(3)
  clock.ms += DAY_MS
  expect(today('guest')).toEqual({ filled: 0, marks: [], isInterrupted: false, readyTomorrow: null })
})

test('[TEN-4] a student who signs in takes over the guest’s frames unless their own are fuller', () => {
  const { of, today, store, signIn } = device()
  of('guest').add(right(4), 0)
  of('ada').add(right(2), 0)
  signIn('ada')
  expect(today('ada').marks).toHaveLength(4)
  expect(today('guest').marks).toHaveLength(0)
  of('guest').add(right(1), 0)
  signIn('ada')
  expect(today('ada').marks).toHaveLength(4)
  deleteFrames(store, ['guest'])
  expect(today('ada').marks).toHaveLength(0)
})

test('[TEN-5] an interrupted set shows in the frame; one of a league or a finished one does not', () => {
  const { of, store, today } = device()
  of('guest').add(right(2), 0)
  const keep = (sessionType: string, stage: string) =>
    store.write('practiceSession', { currentSession: { sessionType }, at: { stage }, responses: right(3) })
  keep(TODAYS_TEN, 'asking')
  expect(today('guest')).toMatchObject({ isInterrupted: true, marks: Array(5).fill('first') })
  keep('addition_facts', 'asking')
  expect(today('guest')).toMatchObject({ isInterrupted: false, marks: Array(2).fill('first') })
  keep(TODAYS_TEN, 'ended')
  expect(today('guest').isInterrupted).toBe(false)
})

test('[TEN-4] garbage in storage reads as an empty frame', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (frames, session) => {
      const { store, today } = device()
      store.write('tenfold.todays-ten.guest', frames)
      store.write('practiceSession', session)
      expect(today('guest').marks.length).toBeLessThanOrEqual(10)
    }),
  )
})
