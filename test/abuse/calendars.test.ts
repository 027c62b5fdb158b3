import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'

const HOME = { zone: 'Europe/Berlin', schoolDays: [1, 3, 5], announces: true, holidays: [] }
const rangesFrom = (count: number) =>
  Array.from({ length: count }, (_, place) => {
    const day = new Date(Date.UTC(2026, 0, 1 + 2 * place)).toISOString().slice(0, 10)
    return { from: day, to: day }
  })

/** Holidays, or times away, that must be refused. */
const BAD_RANGES: readonly (readonly [string, unknown])[] = [
  ['30 February', [{ from: '2026-02-30', to: '2026-03-02' }]],
  ['a month 13', [{ from: '2026-13-01', to: '2026-13-02' }]],
  ['a time of day', [{ from: '2026-03-01T10:00', to: '2026-03-02' }]],
  ['a year long past', [{ from: '0001-01-01', to: '2026-01-01' }]],
  ['the end of time', [{ from: '2026-01-01', to: '9999-12-31' }]],
  ['three years', [{ from: '2026-01-01', to: '2028-12-31' }]],
  ['an end before the beginning', [{ from: '2026-03-02', to: '2026-03-01' }]],
  ['more than a hundred', rangesFrom(101)],
  ['numbers', [{ from: 20_260_301, to: 20_260_302 }]],
  ['no end', [{ from: '2026-03-01' }]],
  ['an object', { from: '2026-03-01', to: '2026-03-02' }],
  ['nothing', null],
]

const BAD_HOMES: readonly (readonly [string, unknown])[] = [
  ['an unknown zone', { ...HOME, zone: 'Mars/Olympus' }],
  ['a path as a zone', { ...HOME, zone: '../../etc/localtime' }],
  ['no practice day', { ...HOME, schoolDays: [] }],
  ['an eighth weekday', { ...HOME, schoolDays: [8] }],
  ['a weekday of words', { ...HOME, schoolDays: ['1'] }],
  ['a thousand weekdays', { ...HOME, schoolDays: Array.from({ length: 1000 }, () => 1) }],
  ['a switch of words', { ...HOME, announces: 'no' }],
  ['a list', [HOME]],
  ...BAD_RANGES.map(([name, holidays]) => [name, { ...HOME, holidays }] as const),
]

test('[STR-9, STR-8] rejects impossible calendars with a sentence, and changes nothing', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id: classId } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was made')
  const ofClass = `/api/classes/${classId}/calendar`
  const ofAna = `/api/children/${ana.id}/calendar`
  const before = (await teacher.get(ofClass)).json
  for (const [name, body] of BAD_HOMES) {
    const { status, json } = await teacher.post(ofClass, body)
    expect([name, status]).toEqual([name, 400])
    expect(json).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/\S/) })
  }
  for (const [name, away] of BAD_RANGES) {
    expect([name, (await teacher.post(ofAna, { away })).status]).toEqual([name, 400])
  }
  for (const announces of ['false', 0, null, [], undefined]) {
    expect((await teacher.post(`/api/children/${ana.id}/announcements`, { announces })).status).toBe(400)
  }
  expect((await teacher.get(ofClass)).json).toEqual(before)
  expect((await teacher.get(ofAna)).json).toEqual({ away: [], announces: true })
  expect((await teacher.post(ofClass, { ...HOME, holidays: rangesFrom(1000) })).status).toBe(413)
  // The most that is allowed, and a day that only leap years have.
  const most = [...rangesFrom(99), { from: '2028-02-29', to: '2028-02-29' }]
  expect((await teacher.post(ofClass, { ...HOME, holidays: most })).json).toEqual({ ...HOME, holidays: most })
})

test('[ACH-12, STR-8] a linked parent can turn announcements off but not mark days; strangers and the child can do neither', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was made')
  const announcements = `/api/children/${ana.id}/announcements`
  const calendar = `/api/children/${ana.id}/calendar`
  const away = [{ from: '2026-03-16', to: '2026-03-17' }]
  const parent = await signedUp(app, 'parent')
  expect((await parent.post(announcements, { announces: false })).status).toBe(404)
  const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', json)
  expect((await parent.post(announcements, { announces: false })).json).toEqual({
    away: [],
    announces: false,
  })
  expect((await parent.post(calendar, { away })).status).toBe(404)
  expect((await parent.post(`/api/classes/${classId}/calendar`, HOME)).status).toBe(403)
  const stranger = await signedUp(app, 'teacher')
  expect((await stranger.post(`/api/classes/${classId}/calendar`, HOME)).status).toBe(404)
  expect((await stranger.get(calendar)).status).toBe(404)
  const child = await signedIn(app, code, ana)
  expect((await child.post(announcements, { announces: true })).status).toBe(403)
  expect((await child.post(calendar, { away })).status).toBe(403)
  // The teacher marks the days; the parent's setting stays.
  expect((await teacher.post(calendar, { away })).json).toEqual({ away, announces: false })
})
