import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { rowsOf } from '../factories/sqlite-file.ts'
import { studentOf } from '../factories/student-calls.ts'
import { newStudentId } from '../factories/student-practice.ts'
import type { Fault } from './faulty-server.ts'
import { StudentDevice } from './student-device.ts'

const FAULTS: readonly (Fault | null)[] = [
  null,
  null,
  'drop_before',
  'drop_after',
  'internal',
  'internal',
  'internal_after',
  'unavailable',
  'too_slow',
  'login_page',
]
const FACTS = allFacts('addition').slice(0, 4)

type Sums = { points: number; right: number }

/** What is stored of a student: by the sessions, by the days, and on the boards. */
async function storedOf(device: StudentDevice, studentId: string) {
  const student = studentOf(device.app, studentId)
  const progress = (await student.get('/api/me/progress')).json as { totals: { points: number } }
  const today = (await student.get('/api/daily-stats')).json as { totalDailyPoints: number }
  const sessions = (await rowsOf(device.app.dataDir, 'student_session')).filter(
    (row) => row['student_id'] === studentId,
  )
  const sum = (name: string) => sessions.reduce((total, row) => total + Number(row[name]), 0)
  return {
    sessions: { points: sum('score'), right: sum('correct') },
    // Where a call was under way for longer than ages may be wrong, an answer is set aside (STU-19).
    days: progress.totals.points + sum('aside_score'),
    boards: today.totalDailyPoints + sum('aside_score'),
  }
}

test('[SIN-7, SIN-18] whatever fails, whoever signs in and however often the page is reloaded, what was shown is stored', async () => {
  const device = await StudentDevice.start()
  const action = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('answer' as const), isRight: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('start over' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('another league' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('sign in' as const), who: fc.integer({ min: 0, max: 1 }) }),
    },
  )
  let points = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 5, maxLength: 40 }),
      fc.array(fc.constantFrom(...FAULTS), { maxLength: 40 }),
      async (actions, faults) => {
        device.network.nextFault = () => faults.shift() ?? null
        const students = [newStudentId(), newStudentId()]
        const shown = new Map<string, Sums>(students.map((id) => [id, { points: 0, right: 0 }]))
        device.signIn(students[0] ?? '')
        for (const step of actions) {
          if (step.do === 'wait') await device.pass(3)
          else if (step.do === 'reload') device.reload()
          else if (step.do === 'start over') device.startOver()
          else if (step.do === 'another league') device.play(FACTS)
          else if (step.do === 'sign out') await device.signOut()
          else if (step.do === 'sign in') device.signIn(students[step.who] ?? '')
          else if (device.signedIn !== null) {
            if (device.state.stage === 'setup') device.play(FACTS)
            device.app.clock.nowMs += 1500
            const gained = device.answer(step.isRight)
            const sums = shown.get(device.signedIn)
            if (sums)
              Object.assign(sums, { points: sums.points + gained, right: sums.right + (gained > 0 ? 1 : 0) })
          }
        }
        device.network.nextFault = () => null
        await device.signOut()
        for (const studentId of students) {
          device.signIn(studentId)
          for (let round = 0; round < 50 && device.waiting > 0; round += 1) await device.pass(60)
          const sums = shown.get(studentId)
          expect(await storedOf(device, studentId)).toEqual({
            sessions: sums,
            days: sums?.points,
            boards: sums?.points,
          })
          points += sums?.points ?? 0
        }
        expect(device.waiting).toBe(0)
        await device.signOut()
      },
    ),
    { numRuns: 20 },
  )
  expect(points).toBeGreaterThan(100)
})

for (const path of ['/api/practice/logs', '/api/practice/sessions']) {
  test(`[SIN-18] 500s on ${path} during a session lose no answer and do not close the session early`, async () => {
    const device = await StudentDevice.start()
    const studentId = newStudentId()
    let isBroken = true
    device.network.nextFault = ({ url }) => (isBroken && url === path ? 'internal' : null)
    device.signIn(studentId)
    device.play(FACTS)
    while (device.state.stage !== 'setup') {
      device.app.clock.nowMs += 1500
      device.answer(true)
      await device.pass(0)
    }
    expect(device.waiting).toBeGreaterThan(0)
    isBroken = false
    await device.pass(60)
    await device.pass(60)
    expect(device.waiting).toBe(0)
    const all = { points: 20, right: 4 }
    expect(await storedOf(device, studentId)).toEqual({ sessions: all, days: 20, boards: 20 })
  })
}

test('[SIN-7] the answers of a day without a network go up to 50 at a time, and all count', async () => {
  const device = await StudentDevice.start()
  const studentId = newStudentId()
  const calls: string[] = []
  device.network.nextFault = () => 'drop_before'
  device.signIn(studentId)
  let shown = 0
  for (let session = 0; session < 12; session += 1) {
    device.play(allFacts('addition').slice(session, session + 40))
    for (let answers = 0; device.state.stage !== 'setup'; answers += 1) {
      // Nobody answers as evenly as a machine (STU-22).
      device.app.clock.nowMs += 1500 + ((answers * 7919 + session * 104_729) % 13) ** 2 * 60
      shown += device.answer(answers % 4 !== session % 4)
      if (answers === 13) device.reload()
    }
    device.app.clock.nowMs += 60_000
  }
  await device.pass(3600)
  expect(device.waiting).toBeLessThanOrEqual(12 * 4)
  device.network.nextFault = ({ url }) => {
    calls.push(url)
    return null
  }
  for (let round = 0; round < 20 && device.waiting > 0; round += 1) await device.pass(60)
  expect(device.waiting).toBe(0)
  expect(shown).toBeGreaterThan(12 * 40 * 3)
  expect(calls.filter((url) => url === '/api/practice/logs').length).toBeLessThan(12 * 5)
  const student = studentOf(device.app, studentId)
  expect((await student.get('/api/me/progress')).json).toMatchObject({ totals: { points: shown } })
})
