import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedUp } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'

type Row = { readonly who: string; readonly name: string | null; readonly kind: string; readonly at: number }

const LATER_MS = 600_000

async function log(adult: Browser, studentId: string): Promise<Row[]> {
  return (await adult.get(`/api/children/${studentId}/access`)).json as Row[]
}

/** Ana and Ben in a class, with Ana's linked parent. */
async function school(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const parent = await signedUp(app, 'parent')
  const { id: classId } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', { code: (json as { code: string }).code })
  return { teacher, parent, classId, ana, ben }
}

const rowsOf = async (app: RunningApp) => (await everyTable(app.database)).get('child_access') ?? []

test('[RET-4] the owner of the home sees who did what with a child; a linked parent does not', async () => {
  const app = await startApp()
  const { teacher, parent, ana } = await school(app)
  app.clock.nowMs += LATER_MS
  await parent.get(`/api/children/${ana.id}/data`)
  app.clock.nowMs += LATER_MS
  await teacher.call('PATCH', `/api/children/${ana.id}`, { name: 'Anna' })
  const rows = await log(teacher, ana.id)
  expect(rows.slice(0, 3)).toMatchObject([
    { at: app.clock.nowMs, who: 'you', name: null, kind: 'change' },
    { at: app.clock.nowMs, who: 'you', name: null, kind: 'view' },
    { at: app.clock.nowMs - LATER_MS, who: 'parent', name: expect.stringMatching(/^Adult/), kind: 'export' },
  ])
  expect((await parent.get(`/api/children/${ana.id}/access`)).status).toBe(404)
})

test('[RET-4] settings of some children of a class are changes of those children', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await school(app)
  const changes = async (studentId: string) =>
    (await log(teacher, studentId)).filter(({ kind }) => kind === 'change').length
  const before = [await changes(ana.id), await changes(ben.id)]
  app.clock.nowMs += 1000
  const children = { studentIds: [ben.id], change: { timeFactor: '2' } }
  expect((await teacher.post(`/api/classes/${classId}/settings`, { children })).status).toBe(200)
  expect([await changes(ana.id), await changes(ben.id)]).toEqual([before[0], (before[1] ?? 0) + 1])
})

test('[ACC-44] every change and every export gets its own row, with its time', async () => {
  const app = await startApp()
  const { teacher, ana } = await school(app)
  app.clock.nowMs += LATER_MS
  const before = (await rowsOf(app)).length
  const acts: (() => Promise<unknown>)[] = [
    () => teacher.post(`/api/children/${ana.id}/pin`),
    () => teacher.post(`/api/children/${ana.id}/pin`),
    () => teacher.get(`/api/children/${ana.id}/data`),
    () => teacher.get(`/api/children/${ana.id}/data`),
  ]
  for (const act of acts) {
    app.clock.nowMs += 1000
    await act()
  }
  const added = (await rowsOf(app)).slice(before)
  expect(new Set(added.map((row) => row['at_ms'])).size).toBeGreaterThanOrEqual(4)
})

test('[ACC-44] views by one adult within ten minutes share a row for each child of a class', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await school(app)
  app.clock.nowMs += LATER_MS
  const before = (await rowsOf(app)).length
  for (let load = 0; load < 5; load += 1) {
    await Promise.all([
      teacher.get(`/api/classes/${classId}`),
      teacher.get(`/api/classes/${classId}/overview`),
    ])
    app.clock.nowMs += 60_000
  }
  const added = (await rowsOf(app)).filter((row) => Number(row['at_ms']) >= app.clock.nowMs - LATER_MS)
  expect((await rowsOf(app)).length - before).toBe(2)
  expect(added.map((row) => row['student_id']).toSorted()).toEqual([ana.id, ben.id].toSorted())
})

test('[ACC-45] a deletion stays visible to the owner of the home, without a name, when everything else about the child is gone', async () => {
  const app = await startApp()
  const { teacher, parent, classId, ben } = await school(app)
  await teacher.call('DELETE', `/api/classes/${classId}/children/${ben.id}`, { toParent: null })
  const { json } = await teacher.get('/api/deleted-children')
  expect(json).toEqual([{ at: expect.any(Number), who: 'you', studentId: ben.id, classId }])
  expect((await rowsOf(app)).filter((row) => row['student_id'] === ben.id)).toEqual([
    {
      student_id: ben.id,
      at_ms: expect.any(Number),
      adult_id: expect.any(String),
      kind: 'deletion',
      role: 'teacher',
      home_id: classId,
    },
  ])
  expect((await parent.get('/api/deleted-children')).json).toEqual([])
})

test("[ACC-45] an adult's entries stay after the adult closes the account", async () => {
  const app = await startApp()
  const { teacher, parent, ana } = await school(app)
  await parent.get(`/api/children/${ana.id}/data`)
  expect((await parent.call('DELETE', '/api/account', { password: 'correct horse battery' })).status).toBe(
    200,
  )
  expect(await log(teacher, ana.id)).toContainEqual({
    at: expect.any(Number),
    who: 'parent',
    name: null,
    kind: 'export',
  })
})
