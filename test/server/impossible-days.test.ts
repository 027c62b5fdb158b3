import { expect, test } from 'vitest'
import { problem } from '../../contract/problem.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { addedChildren, madeClass, signedUp } from '../factories/accounts.ts'
import { startApp, type Answer } from '../factories/app.ts'

/** Days that no calendar has, and texts that are no day. */
const IMPOSSIBLE = [
  '2026-02-30',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-2-3',
  '2026-03-02T10:00',
  '-2026-03-02',
  'tomorrow',
  '',
]

/** A class with a child, and its teacher. */
async function teachersClass() {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id: classId } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was made')
  return { teacher, classId, studentId: ana.id }
}

/** The answer is a refusal in one sentence, which names the field. */
function expectRefusal({ status, json }: Pick<Answer, 'status' | 'json'>, field: string): void {
  const { code, message } = problem.parse(json)
  expect([status, code]).toEqual([400, 'bad_request'])
  expect(message).toMatch(/^[^.\n]+(\.\d+\.[^.\n]+)?\.$/)
  expect(message.startsWith(`${field} `)).toBe(true)
}

test('[STR-9] an impossible day in a holiday is refused in one sentence, and no holiday and no other setting is stored', async () => {
  const { teacher, classId } = await teachersClass()
  const path = `/api/classes/${classId}/calendar`
  const before = (await teacher.get(path)).json
  const good = { from: '2026-03-02', to: '2026-03-03' }
  for (const day of IMPOSSIBLE) {
    const home = { zone: 'Europe/Berlin', schoolDays: [1], announces: false }
    const from = await teacher.post(path, { ...home, holidays: [good, { from: day, to: '2026-03-09' }] })
    expectRefusal(from, 'holidays.1.from')
    const to = await teacher.post(path, { ...home, holidays: [good, { from: '2026-02-01', to: day }] })
    expectRefusal(to, 'holidays.1.to')
  }
  expect((await teacher.get(path)).json).toEqual(before)
})

test('[STR-8] an impossible day in a time away is refused in one sentence, and no other time is stored', async () => {
  const { teacher, studentId } = await teachersClass()
  const path = `/api/children/${studentId}/calendar`
  const good = { from: '2026-03-02', to: '2026-03-03' }
  expect((await teacher.post(path, { away: [good] })).status).toBe(200)
  const before = (await teacher.get(path)).json
  const other = { from: '2026-03-16', to: '2026-03-16' }
  for (const day of IMPOSSIBLE) {
    const from = await teacher.post(path, { away: [other, { from: day, to: '2026-03-09' }] })
    expectRefusal(from, 'away.1.from')
    expectRefusal(await teacher.post(path, { away: [other, { from: '2026-02-01', to: day }] }), 'away.1.to')
  }
  expect((await teacher.get(path)).json).toEqual(before)
})

test('[ASG-27] an impossible day of an assignment is refused in one sentence: none is made, changed or excused', async () => {
  const { teacher, classId, studentId } = await teachersClass()
  const path = `/api/classes/${classId}/assignments`
  const { today } = (await teacher.get(path)).json as { today: string }
  const fresh = {
    who: null,
    assigned: { kind: 'needs', operations: ['addition'] },
    amount: { kind: 'problems', count: 20 },
    firstDay: today,
    dueDay: today,
    lastDay: null,
  }
  const made = await teacher.post(path, { ...fresh, dueDay: daysBefore(today, -2) })
  expect(made.status).toBe(200)
  const { id } = made.json as { id: string }
  const before = (await teacher.get(path)).json
  const work = (await teacher.get(`/api/assignments/${id}/work`)).json
  for (const day of IMPOSSIBLE) {
    for (const field of ['firstDay', 'dueDay', 'lastDay']) {
      expectRefusal(await teacher.post(path, { ...fresh, [field]: day }), field)
    }
    for (const field of ['dueDay', 'lastDay']) {
      const change = { amount: { kind: 'problems', count: 10 }, [field]: day }
      expectRefusal(await teacher.call('PATCH', `/api/assignments/${id}`, change), field)
    }
    const excuse = { round: day, change: 'excuse' }
    expectRefusal(await teacher.post(`/api/assignments/${id}/children/${studentId}`, excuse), 'round')
    expectRefusal(await teacher.get(`/api/assignments/${id}/work?round=${encodeURIComponent(day)}`), 'round')
  }
  expect((await teacher.get(path)).json).toEqual(before)
  expect((await teacher.get(`/api/assignments/${id}/work`)).json).toEqual(work)
})
