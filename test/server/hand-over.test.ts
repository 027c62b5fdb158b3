import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'

test('[HND-1] a parent hands the device to its own child: the child is signed in and the parent signed out', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  const { children } = (await parent.post('/api/children', { name: 'Mia' })).json as { children: MadeChild[] }
  const [mia] = children
  const cookiesOfParent = parent.cookies
  const handed = await parent.post(`/api/children/${mia?.id}/hand-over`)
  expect(handed).toMatchObject({ status: 200, json: { email: expect.stringContaining('@') } })
  expect((await parent.get('/api/me')).json).toMatchObject({ role: 'student', name: 'Mia' })
  for (const path of ['/api/children', '/api/account/data', `/api/children/${mia?.id}/pin`]) {
    expect((await parent.get(path)).status).toBe(403)
  }
  // The session has ended on the server too, not only in this browser.
  const answer = await fetch(`${app.url}/api/me`, { headers: { cookie: cookiesOfParent } })
  expect(answer.status).toBe(401)
  const { email } = handed.json as { email: string }
  expect((await parent.post('/api/account/sign-in', { email, password: 'wrong wrong' })).status).toBe(401)
  const back = { email, password: 'correct horse battery' }
  expect((await parent.post('/api/account/sign-in', back)).status).toBe(200)
  const { json } = await parent.get(`/api/children/${mia?.id}/access`)
  expect(JSON.stringify(json)).toContain('"kind":"change"')
})

test("[HND-1] nobody can hand over to a linked child, or to someone else's", async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const link = (await teacher.post(`/api/children/${ana.id}/link-code`)).json as { code: string }
  const parent = await signedUp(app, 'parent')
  expect((await parent.post('/api/children/link', { code: link.code })).status).toBe(200)
  const child = await signedIn(app, code, ana)
  for (const [browser, status] of [
    [parent, 404],
    [await signedUp(app, 'parent'), 404],
    [teacher, 403],
    [child, 403],
  ] as const) {
    expect((await browser.post(`/api/children/${ana.id}/hand-over`)).status).toBe(status)
  }
  expect((await parent.get('/api/me')).json).toMatchObject({ role: 'parent' })
})
