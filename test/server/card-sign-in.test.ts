import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedUp, wrongPin, type MadeChild } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

type Typed = { code?: string; name?: string; card?: string | undefined; pin?: unknown }

async function classOfTwo(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  const enter = ({ card, pin }: MadeChild, typed: Typed = {}) =>
    new Browser(app).post('/api/account/child/sign-in', { code, card, pin, ...typed })
  return { teacher, id, code, ana, ben, enter }
}

test('[ACC-83] a child signs in with its card instead of its name, even after being renamed', async () => {
  const app = await startApp()
  const { teacher, id, ana, ben, enter } = await classOfTwo(app)
  expect(ana.card).toMatch(/^[BCDFGHJKMNPQRSTVWXYZ2-9]{8}$/)
  expect(ben.card).not.toBe(ana.card)
  const entered = await enter(ana)
  expect(entered).toMatchObject({ status: 200, json: { next: 'signed_in' } })
  // The answer before it is signed in says nothing of who it is.
  expect(entered.text).not.toMatch(/Ana|name/)
  expect((await enter(ana, { card: ` ${ana.card.toLowerCase()}` })).status).toBe(200)
  await teacher.call('PATCH', `/api/children/${ana.id}`, { name: 'Anouk' })
  await teacher.post(`/api/classes/${id}/code`)
  const { json } = await teacher.get(`/api/classes/${id}/pins`)
  const made = json as { code: string; children: MadeChild[] }
  const again = made.children.find((child) => child.id === ana.id)
  expect(again).toMatchObject({ name: 'Anouk', card: ana.card })
  expect((await enter(ana, { code: made.code })).status).toBe(200)
})

test('[ACC-83] an unknown card, one of another class, or a wrong PIN gets the same response as a wrong name', async () => {
  const app = await startApp()
  const { code, ana, ben, enter } = await classOfTwo(app)
  const elsewhere = await classOfTwo(app)
  const { pin } = ana
  const wrong = await new Browser(app).post('/api/account/child/sign-in', { code, name: 'Nobody', pin })
  expect(wrong.status).toBe(401)
  for (const typed of [
    { card: 'ZZZZZZZZ' },
    { card: elsewhere.ana.card, pin: elsewhere.ana.pin },
    { code: elsewhere.code },
    { pin: wrongPin(ana.pin) },
  ]) {
    const answer = await enter(ana, typed)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: wrong.text })
  }
  expect((await enter(ben)).status).toBe(200)
})

test('[ACC-83] wrong PINs by card and by name count for the same child; an unknown card waits like all others', async () => {
  const app = await startApp()
  const { ana, enter } = await classOfTwo(app)
  const pin = wrongPin(ana.pin)
  for (let tries = 0; tries < 5; tries += 1) {
    const typed = tries % 2 === 0 ? { pin } : { card: undefined, name: 'Ana', pin }
    expect((await enter(ana, typed)).status).toBe(401)
  }
  expect((await enter(ana)).status).toBe(429)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    statuses.push((await enter(ana, { card: 'ZZZZZZZZ' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('[ACC-83] a sign-in takes either a name or a card, not both or neither', async () => {
  const app = await startApp()
  const { ana, enter } = await classOfTwo(app)
  for (const typed of [{ card: undefined }, { name: 'Ana' }, { card: '' }, { card: 'X'.repeat(25) }]) {
    expect((await enter(ana, typed)).status).toBe(400)
  }
})
