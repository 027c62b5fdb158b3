import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedUp, wrongPin } from '../factories/accounts.ts'
import { boundedHashing } from '../../server/account/hashing.ts'
import { startApp, type Answer } from '../factories/app.ts'
import { processorMs } from '../factories/processor-time.ts'

/** From a proxy's word, so that all of them are one address that is not this machine. */
const SCHOOL = { 'x-forwarded-for': '203.0.113.7' }

test('[ACC-15] thirty children sign in at once from one address, and none is told to wait', async () => {
  const app = await startApp({ trustProxy: true })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const names = Array.from({ length: 30 }, (_, index) => `Child ${index}`)
  const children = await addedChildren(teacher, id, names)
  const hashesMs = await processorMs(async () => {
    const hashing = boundedHashing()
    await Promise.all(children.map(() => hashing.verify(null, '1234')))
  })
  let answers: Answer[] = []
  const tookMs = await processorMs(async () => {
    answers = await Promise.all(
      children.map(({ name, pin }) => app.post('/api/account/child/sign-in', { code, name, pin }, SCHOOL)),
    )
  })
  expect(answers.map(({ status }) => status)).toEqual(children.map(() => 200))
  // No PIN is hashed. It is the processor's time that is compared, which other work on the machine does not make longer.
  expect(tookMs).toBeLessThan(hashesMs / 2)
})

test('[ACC-15] a class that types its PINs wrongly again and again keeps no other class of the address waiting', async () => {
  const app = await startApp({ trustProxy: true })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const names = Array.from({ length: 6 }, (_, index) => `Child ${index}`)
  const children = await addedChildren(teacher, id, names)
  const [last, ...others] = children
  if (!last) throw new Error('six were made')
  for (const { name, pin } of others) {
    const wrong = { code, name, pin: wrongPin(pin) }
    for (let call = 0; call < 6; call += 1) await app.post('/api/account/child/sign-in', wrong, SCHOOL)
  }
  const { name, pin } = last
  expect((await app.post('/api/account/child/sign-in', { code, name, pin }, SCHOOL)).status).toBe(200)
})
