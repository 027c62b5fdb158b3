import { expect, test } from 'vitest'
import { adultOf } from '../factories/accounts.ts'
import { NOON_MS, startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

test('[RET-8] no child can be added before the adult has confirmed the statements of this version', async () => {
  const app = await startApp()
  for (const role of ['teacher', 'parent'] as const) {
    const adult = new Browser(app)
    await adult.post('/api/account/sign-up', adultOf(role))
    const add = async () => {
      if (role === 'parent') return adult.post('/api/children', { name: 'Kim' })
      const { json } = await adult.post('/api/classes', { name: '3b' })
      const path = `/api/classes/${(json as { id: string }).id}/children`
      return adult.post(path, { names: ['Kim'] })
    }
    expect(await add()).toMatchObject({ status: 409, json: { code: 'consent_needed' } })
    expect((await adult.post('/api/account/consent', { version: 2 })).status).toBe(400)
    expect((await adult.post('/api/account/consent', { version: 1 })).json).toEqual({ done: true })
    app.clock.nowMs += 1000
    // The first date counts.
    await adult.post('/api/account/consent', { version: 1 })
    const added = await add()
    expect(added.status).toBe(200)
    // With the child stands which statements were confirmed.
    const { children } = added.json as { children: { id: string }[] }
    const child = await adult.get(`/api/children/${children[0]?.id}/data`)
    expect(child.json).toMatchObject({ child: [{ consent_version: 1 }] })
    const { json } = await adult.get('/api/account/data')
    const kind = role === 'teacher' ? 'school' : 'guardian'
    const at = new Date(app.clock.nowMs - 1000).toISOString()
    expect(json).toMatchObject({ consents: [{ version: 1, kind, at }] })
  }
  expect(app.clock.nowMs).toBe(NOON_MS + 2000)
})
