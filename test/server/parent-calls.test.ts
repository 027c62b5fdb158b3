import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'

type Family = { familyCode: string; children: MadeChild[] }
type LinkCode = { code: string; expiresAt: number }

const DAY_MS = 24 * 3_600_000

async function familyOf(parent: Browser): Promise<Family> {
  return (await parent.get('/api/children')).json as Family
}

const idOf = async (adult: Browser): Promise<string> =>
  ((await adult.get('/api/me')).json as { id: string }).id

const nameOf = async (adult: Browser): Promise<string> =>
  ((await adult.get('/api/me')).json as { name: string }).name

async function classOfAna(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const linkCode = async () => (await teacher.post(`/api/children/${ana.id}/link-code`)).json as LinkCode
  return { teacher, id, code, ana, linkCode }
}

test('[ACC-22] a parent creates a child, which signs in with the family code', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const { json } = await parent.post('/api/children', { name: 'Kim' })
  const { code, children } = json as { code: string; children: MadeChild[] }
  const [kim] = children
  if (!kim) throw new Error('one was made')
  expect(kim).toMatchObject({ name: 'Kim', guardians: 1, pin: { kind: 'digits' } })
  const { pin: _told, card: _printed, ...shown } = kim
  expect(await familyOf(parent)).toEqual({
    familyCode: code,
    pinKind: 'digits',
    newDevicesWait: false,
    signInWindowUntil: null,
    wrongPins: [],
    children: [shown],
  })
  const browser = await signedIn(app, code, kim)
  expect((await browser.get('/api/me')).json).toMatchObject({ role: 'student', name: 'Kim' })
  expect(await parent.post('/api/children', { name: 'kim' })).toMatchObject({
    status: 409,
  })
  expect((await parent.call('PATCH', `/api/children/${kim.id}`, { name: 'Kimmy' })).json).toMatchObject({
    name: 'Kimmy',
  })
  const reset = (await parent.post(`/api/children/${kim.id}/pin`)).json as MadeChild
  expect(reset.name).toBe('Kimmy')
  await signedIn(app, code, reset)
})

test('[ACC-22] a parent without children already has a family code, and keeps it', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const first = await familyOf(parent)
  expect(first).toEqual({
    familyCode: expect.stringMatching(/^[A-Z2-9]{6}$/),
    pinKind: 'digits',
    newDevicesWait: false,
    signInWindowUntil: null,
    wrongPins: [],
    children: [],
  })
  expect(await familyOf(parent)).toEqual(first)
})

test('[ACC-23] a teacher’s code links a parent to one child, once', async () => {
  const app = await startApp()
  const { ana, linkCode } = await classOfAna(app)
  const { code, expiresAt } = await linkCode()
  expect(code).toMatch(/^[BCDFGHJKMNPQRSTVWXYZ2-9]{10}$/)
  expect(expiresAt).toBe(app.clock.nowMs + 14 * DAY_MS)
  const parent = await signedUp(app, 'parent')
  expect((await parent.get(`/api/children/${ana.id}`)).status).toBe(404)
  const typed = `${code.slice(0, 5).toLowerCase()} - ${code.slice(5)}`
  const { pin: _told, card: _printed, ...shown } = ana
  expect((await parent.post('/api/children/link', { code: typed })).json).toEqual({
    ...shown,
    guardians: 1,
    isOwn: false,
  })
  expect((await familyOf(parent)).children.map(({ id }) => id)).toEqual([ana.id])
  expect((await parent.get(`/api/children/${ana.id}`)).json).toEqual({ ...shown, guardians: 1, isOwn: false })
  const other = await signedUp(app, 'parent')
  expect((await other.post('/api/children/link', { code })).status).toBe(404)
  expect((await familyOf(other)).children).toEqual([])
})

test('[ACC-9] a link code is stored as a hash', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  const { json } = await teacher.post(`/api/children/${ana?.id}/link-code`)
  const kept = JSON.stringify((await everyTable(app.database)).get('link_code'))
  expect(kept).toContain(ana?.id)
  expect(kept).not.toContain((json as { code: string }).code)
})

test('[ACC-23] a code expires after two weeks, and when there is a newer one', async () => {
  const app = await startApp()
  const { linkCode } = await classOfAna(app)
  const older = await linkCode()
  const newer = await linkCode()
  const parent = await signedUp(app, 'parent')
  expect((await parent.post('/api/children/link', { code: older.code })).status).toBe(404)
  app.clock.nowMs += 14 * DAY_MS
  expect((await parent.post('/api/children/link', { code: newer.code })).status).toBe(404)
})

test('[ACC-23] accepts twenty codes an hour, which prevents guessing', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const statuses = []
  for (let call = 0; call < 21; call += 1) {
    statuses.push((await parent.post('/api/children/link', { code: `WRNGCDE${call}` })).status)
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
  expect(statuses[20]).toBe(429)
})

test('[ACC-21] a child with a parent moves to the family when it leaves its class', async () => {
  const app = await startApp()
  const { teacher, id, code, ana, linkCode } = await classOfAna(app)
  const parent = await signedUp(app, 'parent')
  await parent.post('/api/children/link', { code: (await linkCode()).code })
  const toParent = await idOf(parent)
  expect((await teacher.call('DELETE', `/api/classes/${id}/children/${ana.id}`, { toParent })).json).toEqual({
    removed: 'to_family',
  })
  expect((await teacher.get(`/api/children/${ana.id}`)).status).toBe(404)
  const { familyCode, children } = await familyOf(parent)
  expect(children).toMatchObject([{ id: ana.id, name: 'Ana', nickname: ana.nickname }])
  const browser = new Browser(app)
  const entry = { name: 'Ana', pin: ana.pin }
  expect((await browser.post('/api/account/child/sign-in', { code, ...entry })).status).toBe(401)
  expect((await browser.post('/api/account/child/sign-in', { code: familyCode, ...entry })).status).toBe(200)
  expect((await parent.post(`/api/children/${ana.id}/pin`)).status).toBe(200)
})

test('[ACC-21] a child leaves its class even if its parent has already created a child of that name', async () => {
  const app = await startApp()
  const { teacher, id, ana, linkCode } = await classOfAna(app)
  const parent = await signedUp(app, 'parent')
  await parent.post('/api/children', { name: 'ana' })
  await parent.post('/api/children/link', { code: (await linkCode()).code })
  const toParent = await idOf(parent)
  expect((await teacher.call('DELETE', `/api/classes/${id}/children/${ana.id}`, { toParent })).json).toEqual({
    removed: 'to_family',
  })
  const { familyCode, children } = await familyOf(parent)
  expect(children.map(({ name }) => name)).toEqual(['ana', 'Ana 2'])
  const browser = new Browser(app)
  const entry = { code: familyCode, name: 'Ana 2', pin: ana.pin }
  expect((await browser.post('/api/account/child/sign-in', entry)).status).toBe(200)
})

test('[ACC-42] the teacher sees by name who is linked to a child, and can end a wrong link', async () => {
  const app = await startApp()
  const { teacher, id, ana, linkCode } = await classOfAna(app)
  const [wrong, right] = [await signedUp(app, 'parent'), await signedUp(app, 'parent')]
  for (const parent of [wrong, right]) {
    expect((await parent.post('/api/children/link', { code: (await linkCode()).code })).status).toBe(200)
  }
  const parents = `/api/children/${ana.id}/guardians`
  expect((await teacher.get(parents)).json).toEqual(
    expect.arrayContaining([
      { id: await idOf(wrong), name: await nameOf(wrong) },
      { id: await idOf(right), name: await nameOf(right) },
    ]),
  )
  const wrongLink = `${parents}/${await idOf(wrong)}`
  expect((await right.call('DELETE', wrongLink)).status).toBe(404)
  expect((await teacher.call('DELETE', wrongLink)).json).toEqual({ done: true })
  expect((await teacher.call('DELETE', wrongLink)).status).toBe(404)
  for (const path of ['', '/progress', '/data']) {
    expect((await wrong.get(`/api/children/${ana.id}${path}`)).status).toBe(404)
    expect((await right.get(`/api/children/${ana.id}${path}`)).status).toBe(200)
  }
  expect((await familyOf(wrong)).children).toEqual([])
  expect((await teacher.get(parents)).json).toMatchObject([{ name: await nameOf(right) }])
  expect((await teacher.get(`/api/classes/${id}`)).json).toMatchObject({ children: [{ guardians: 1 }] })
})

test('[ACC-42] a child leaves its class only for the family of the named parent', async () => {
  const app = await startApp()
  const { teacher, id, ana, linkCode } = await classOfAna(app)
  const [wrong, right] = [await signedUp(app, 'parent'), await signedUp(app, 'parent')]
  for (const parent of [wrong, right]) {
    await parent.post('/api/children/link', { code: (await linkCode()).code })
  }
  const leave = (toParent: string | null) =>
    teacher.call('DELETE', `/api/classes/${id}/children/${ana.id}`, { toParent })
  const refused = { status: 409, json: { code: 'conflict' } }
  expect(await leave(null)).toMatchObject(refused)
  expect(await leave(await idOf(await signedUp(app, 'parent')))).toMatchObject(refused)
  await teacher.call('DELETE', `/api/children/${ana.id}/guardians/${await idOf(wrong)}`)
  expect(await leave(await idOf(wrong))).toMatchObject(refused)
  expect((await leave(await idOf(right))).json).toEqual({ removed: 'to_family' })
  expect((await right.get(`/api/children/${ana.id}`)).json).toMatchObject({ isOwn: true })
  expect((await wrong.get(`/api/children/${ana.id}`)).status).toBe(404)
})

test('[ACC-42] a child whose only link has ended is deleted like one without a parent', async () => {
  const app = await startApp()
  const { teacher, id, ana, linkCode } = await classOfAna(app)
  const wrong = await signedUp(app, 'parent')
  await wrong.post('/api/children/link', { code: (await linkCode()).code })
  await teacher.call('DELETE', `/api/children/${ana.id}/guardians/${await idOf(wrong)}`)
  const gone = await teacher.call('DELETE', `/api/classes/${id}/children/${ana.id}`, { toParent: null })
  expect(gone.json).toEqual({ removed: 'deleted' })
  expect((await familyOf(wrong)).children).toEqual([])
})
