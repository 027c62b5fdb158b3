import { expect, test } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import { pinText } from '../../domain/pin.ts'
import { retentionJob } from '../../server/ops/retention.ts'
import { createLog } from '../../server/ops/log.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'

type Answered = { readonly code: string; readonly children: readonly MadeChild[] }

async function school(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const children = await addedChildren(teacher, id, ['Ana', 'Ben'])
  const [ana, ben] = children
  if (!ana || !ben) throw new Error('two were made')
  const pins = async () => ((await teacher.get(`/api/classes/${id}/pins`)).json as Answered).children
  const enter = async (child: MadeChild) =>
    (await app.post('/api/account/child/sign-in', { code, name: child.name, pin: child.pin })).status
  return { teacher, id, code, ana, ben, pins, enter }
}

const tableOf = async (app: RunningApp, name: string) => (await everyTable(app.database)).get(name) ?? []

test('[ACC-9] neither PINs nor their hashes are in the database', async () => {
  const app = await startApp()
  const { ana } = await school(app)
  for (const row of await tableOf(app, 'student')) {
    expect(row['pin_sealed']).toMatch(/^[A-Za-z0-9_-]{70}$/)
  }
  const everything = JSON.stringify([...(await everyTable(app.database)).values()])
  expect(everything).not.toContain(JSON.stringify(pinText(ana.pin)))
})

test("[ACC-37] a class's PINs can be read at any time, including new ones", async () => {
  const app = await startApp()
  const { teacher, ana, ben, pins } = await school(app)
  expect(await pins()).toEqual([ana, ben])
  const { json } = await teacher.post(`/api/children/${ben.id}/pin`)
  expect(await pins()).toEqual([ana, json])
  expect((await teacher.get(`/api/children/${ben.id}/pin`)).json).toEqual(json)
})

test('[ACC-37] one call gives everybody in a class a new PIN, and signs them out', async () => {
  const app = await startApp()
  const { teacher, id, code, ana, pins, enter } = await school(app)
  const child = await signedIn(app, code, ana)
  const { json } = await teacher.post(`/api/classes/${id}/pins`, { pinKind: 'pictures' })
  const { children } = json as Answered
  expect(children.map(({ name, pinKind }) => [name, pinKind])).toEqual([
    ['Ana', 'pictures'],
    ['Ben', 'pictures'],
  ])
  expect(await pins()).toEqual(children)
  expect((await child.get('/api/me')).status).toBe(401)
  expect(await enter(ana)).toBe(401)
  for (const renewed of children) expect(await enter(renewed)).toBe(200)
})

test('[ACC-38] each view of a PIN is recorded for each child, without the PIN, and deleted with the child', async () => {
  const app = await startApp()
  const { teacher, ana, ben, pins } = await school(app)
  app.clock.nowMs += 600_000
  await pins()
  app.clock.nowMs += 600_000
  await teacher.get(`/api/children/${ana.id}/pin`)
  const views = await tableOf(app, 'child_access')
  expect(views.filter((row) => row['student_id'] === ana.id)).toHaveLength(3)
  expect(views.filter((row) => row['student_id'] === ben.id)).toHaveLength(2)
  const columns = ['adult_id', 'at_ms', 'home_id', 'kind', 'role', 'student_id']
  for (const row of views) expect(Object.keys(row).toSorted()).toEqual(columns)
  const data = (await teacher.get(`/api/children/${ana.id}/data`)).json as { looked_at: { kind: string }[] }
  expect(data.looked_at.map(({ kind }) => kind)).toEqual(['pin_view', 'pin_view', 'export', 'pin_view'])
  expect(data.looked_at[0]).toEqual({ at: expect.any(String), kind: 'pin_view', adult_role: 'teacher' })
  await teacher.call('DELETE', `/api/children/${ana.id}`)
  const left = (await tableOf(app, 'child_access')).filter((row) => row['kind'] === 'pin_view')
  expect(left.map((row) => row['student_id'])).toEqual([ben.id, ben.id])
})

test('[ACC-38] records of views are kept for 400 days', async () => {
  const app = await startApp()
  await school(app)
  const atMs = Math.max(...(await tableOf(app, 'child_access')).map((row) => Number(row['at_ms'])))
  const forgetAt = (nowMs: number) =>
    retentionJob({
      store: sqlRetentionStore(app.database),
      retentionDays: 7,
      now: () => nowMs,
      log: createLog('error', { write: () => {} }),
    }).run()
  await forgetAt(atMs + 400 * 86_400_000)
  expect(await tableOf(app, 'child_access')).not.toEqual([])
  expect(await tableOf(app, 'child_request')).toEqual([])
  await forgetAt(atMs + 400 * 86_400_000 + 1)
  expect(await tableOf(app, 'child_access')).toEqual([])
})

test('[ACC-37] under another secret PINs are unknown and let nobody in, until new ones are made', async () => {
  const app = await startApp()
  const { teacher, id, ana, ben, pins, enter } = await school(app)
  await app.database.write(({ db }) =>
    db
      .updateTable('student')
      .set({ pin_sealed: 'A'.repeat(70) })
      .execute(),
  )
  expect(await pins()).toEqual([ana, ben].map((child) => ({ ...child, pin: null })))
  expect(await enter(ana)).toBe(401)
  await teacher.post(`/api/classes/${id}/pins`, { pinKind: 'digits' })
  for (const child of await pins()) expect(await enter(child)).toBe(200)
})

test('[ACC-36] a repeated request returns the same children and PINs', async () => {
  const app = await startApp()
  const { teacher, id, pins } = await school(app)
  const body = { names: ['Cem', 'Di'], requestId: 'of-the-page' }
  const send = () => teacher.post(`/api/classes/${id}/children`, body)
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { json } of answers) expect(json).toEqual(answers[0]?.json)
  expect((await pins()).map(({ name }) => name)).toEqual(['Ana', 'Ben', 'Cem', 'Di'])
  expect((await send()).json).toEqual(answers[0]?.json)
  // Without an id it is another request.
  expect((await teacher.post(`/api/classes/${id}/children`, { ...body, requestId: undefined })).status).toBe(
    409,
  )
})

test('[ACC-36] a parent who repeats the request has the child once', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const body = { name: 'Kim', requestId: 'of-the-page' }
  const first = await parent.post('/api/children', body)
  expect((await parent.post('/api/children', body)).json).toEqual(first.json)
  const [kim] = (first.json as Answered).children
  expect((await parent.get(`/api/children/${kim?.id}/pin`)).json).toEqual(kim)
})

test('[SIN-11, CLS-26] a class has one kind of PIN, found by its code, and every new PIN is of that kind', async () => {
  const app = await startApp()
  const { teacher, id, code, ana } = await school(app)
  const classOf = async (of: string) => (await app.post('/api/account/child/class', { code: of })).json
  expect(await classOf(code.toLowerCase())).toMatchObject({ pinKind: 'digits' })
  await teacher.post(`/api/classes/${id}/pins`, { pinKind: 'pictures' })
  const [cem] = await addedChildren(teacher, id, ['Cem'])
  const { json: reset } = await teacher.post(`/api/children/${ana.id}/pin`)
  for (const child of [cem, reset]) expect(child).toMatchObject({ pinKind: 'pictures' })
  expect((await teacher.get(`/api/classes/${id}`)).json).toMatchObject({ pinKind: 'pictures' })
  expect(await classOf(code)).toMatchObject({ pinKind: 'pictures' })
  expect(await classOf('BCD999')).toEqual({ pinKind: 'digits', children: [] })
  const chosen = await madeClass(teacher, '3c', 'pictures')
  expect(await classOf(chosen.code)).toEqual({ pinKind: 'pictures', children: [] })
  await teacher.call('PATCH', `/api/classes/${chosen.id}`, { archived: true })
  expect(await classOf(chosen.code)).toEqual({ pinKind: 'digits', children: [] })
})

test('[CLS-26] a family has one kind of PIN too; a child that moves keeps its PIN until it gets a new one', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  expect((await parent.get('/api/children')).json).toMatchObject({ pinKind: 'digits' })
  await parent.post('/api/children/pins', { pinKind: 'pictures' })
  const [kim] = ((await parent.post('/api/children', { name: 'Kim' })).json as Answered).children
  expect(kim).toMatchObject({ pinKind: 'pictures', pin: { kind: 'pictures' } })
  const renewed = (await parent.post('/api/children/pins', { pinKind: 'digits' })).json as Answered
  expect(renewed.children).toMatchObject([{ name: 'Kim', pinKind: 'digits', pin: { kind: 'digits' } }])
  expect((await parent.get('/api/children')).json).toMatchObject({ pinKind: 'digits' })

  const { teacher, ana } = await school(app)
  const to = await madeClass(teacher, '3c', 'pictures')
  const move = { studentIds: [ana.id], toClassId: to.id }
  await teacher.post(`/api/classes/${ana.classId}/children/move`, move)
  const moved = (await teacher.get(`/api/children/${ana.id}/pin`)).json as MadeChild
  expect([moved.classId, moved.pin]).toEqual([to.id, ana.pin])
  await signedIn(app, to.code, moved)
  const { json } = await teacher.post(`/api/children/${ana.id}/pin`)
  expect(json).toMatchObject({ pinKind: 'pictures' })
})

test('[SIN-12] forty children added to a class have forty animals', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id } = await madeClass(teacher)
  const names = Array.from({ length: 40 }, (_, at) => `Child ${at}`)
  const made = await addedChildren(teacher, id, names.slice(0, 25))
  made.push(...(await addedChildren(teacher, id, names.slice(25))))
  expect(new Set(made.map(({ nickname }) => animalOf(nickname))).size).toBe(40)
})
