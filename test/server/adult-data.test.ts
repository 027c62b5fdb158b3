import { expect, test } from 'vitest'
import { accountRoutes } from '../../contract/account.ts'
import { addedChildren, adultOf, confirmed, madeClass, PASSWORD } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'

/** An adult who has just signed up, with what was typed. */
async function newAdult(app: RunningApp, role: 'teacher' | 'parent') {
  const typed = adultOf(role)
  const browser = new Browser(app)
  await browser.post('/api/account/sign-up', typed)
  await confirmed(browser)
  const close = (password: string) => browser.call('DELETE', '/api/account', { password })
  const { id } = (await browser.get('/api/me')).json as { id: string }
  return { ...typed, id, browser, close }
}

test("[ACC-33] an adult downloads the account's data, without a password and without other people's data", async () => {
  const app = await startApp()
  const teacher = await newAdult(app, 'teacher')
  const own = await madeClass(teacher.browser)
  await addedChildren(teacher.browser, own.id, ['Zuzanna'])
  const parent = await newAdult(app, 'parent')
  const [child] = await addedChildren(teacher.browser, own.id, ['Ben'])
  const { json } = await teacher.browser.post(`/api/children/${child?.id}/link-code`)
  await parent.browser.post('/api/children/link', { code: (json as { code: string }).code })

  const file = await teacher.browser.get('/api/account/data')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="tenfold-account.json"')
  expect(file.headers.get('cache-control')).toContain('no-store')
  const tables = accountRoutes.ownData.response.parse(file.json)
  expect(tables).toMatchObject({
    account: [{ id: teacher.id, role: 'teacher', name: teacher.name, email: teacher.email }],
    sign_ins: [{ created_at: expect.stringMatching(/^\d{4}-.*Z$/) }],
    classes: [
      { id: own.id, kind: 'class', name: '3b', created_at: '2026-03-18T19:00:00.000Z', archived_at: null },
    ],
    linked_children: [],
  })
  expect(file.text).not.toMatch(/Zuzanna|scrypt|password|token/)
  const ofParent = accountRoutes.ownData.response.parse((await parent.browser.get('/api/account/data')).json)
  expect(ofParent['linked_children']).toEqual([{ student_id: child?.id, in_weekly_mail: 1 }])
})

test('[ACC-33] a closed account is in no row any more, and its address can sign up again', async () => {
  const app = await startApp()
  const teacher = await newAdult(app, 'teacher')
  await madeClass(teacher.browser)
  const parent = await newAdult(app, 'parent')
  await parent.browser.get('/api/children')
  const elsewhere = new Browser(app)
  await elsewhere.post('/api/account/sign-in', { email: teacher.email, password: PASSWORD })
  for (const { close, browser, id, email, name, role } of [teacher, parent]) {
    expect(await close('wrong password')).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
    expect((await close(PASSWORD)).json).toEqual({ done: true })
    expect(browser.cookies).toMatch(/^tenfold\.adults=[^;]+$/)
    const everything = JSON.stringify([...(await everyTable(app.database))])
    for (const trace of [id, email, `"${name}"`]) expect(everything).not.toContain(trace)
    const again = new Browser(app)
    expect((await again.post('/api/account/sign-in', { email, password: PASSWORD })).status).toBe(401)
    await again.post('/api/account/sign-up', { role, name, email, password: PASSWORD })
    expect((await again.get('/api/me')).json).toMatchObject({ name })
  }
  expect((await elsewhere.get('/api/me')).status).toBe(401)
})

test('[ACC-33] an account that is the home of children cannot be closed', async () => {
  const app = await startApp()
  const teacher = await newAdult(app, 'teacher')
  const { id } = await madeClass(teacher.browser)
  const [child] = await addedChildren(teacher.browser, id, ['Zuzanna'])
  await teacher.browser.call('PATCH', `/api/classes/${id}`, { archived: true })
  // The password is not hashed for this.
  for (const password of ['wrong password', PASSWORD]) {
    expect(await teacher.close(password)).toMatchObject({ status: 409, json: { code: 'has_children' } })
  }
  expect((await teacher.browser.get(`/api/classes/${id}`)).status).toBe(200)
  await teacher.browser.call('DELETE', `/api/children/${child?.id}`)
  expect((await teacher.close(PASSWORD)).status).toBe(200)

  const parent = await newAdult(app, 'parent')
  await parent.browser.post('/api/children', { name: 'Kim' })
  expect((await parent.close(PASSWORD)).json).toMatchObject({ message: expect.stringContaining('family') })
})

test('[ACC-33] closing and adding a child at the same moment leaves no child without a home', async () => {
  const app = await startApp()
  for (let round = 0; round < 5; round += 1) {
    const { browser, close } = await newAdult(app, 'teacher')
    const { id } = await madeClass(browser)
    const [closed, added] = await Promise.all([
      close(PASSWORD),
      browser.post(`/api/classes/${id}/children`, { names: ['Zuzanna'] }),
    ])
    expect([`${closed.status} ${added.status}`]).toEqual([
      closed.status === 200 ? expect.stringMatching(/^200 40[149]$/) : '409 200',
    ])
  }
})
