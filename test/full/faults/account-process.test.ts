import { expect, test } from 'vitest'
import { adultOf, confirmed } from '../../factories/accounts.ts'
import { appCode } from '../../factories/app-code.ts'
import { Browser } from '../../factories/browser-user.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram } from '../../factories/operator-program.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

/** Runs the operator's program to its end. */
const resetPassword = (dataDir: string, args: readonly string[]) =>
  runProgram('reset-password', { DATA_DIR: dataDir }, args)

test('[ACC-10] a session survives a kill and a restart, because the generated secret is kept', async () => {
  const server = await startBuilt({})
  const browser = new Browser({ url: server.origin })
  expect((await browser.post('/api/account/sign-up', adultOf('teacher'))).status).toBe(200)
  const before = await browser.get('/api/me')
  await server.kill()
  await server.start()
  expect((await browser.get('/api/me')).json).toEqual(before.json)
})

test('[ACC-5] a production start prints no email; a development start prints it with a link to its own port', async () => {
  const quiet = await startBuilt({})
  const adult = adultOf('teacher')
  const signUp = (origin: string) => new Browser({ url: origin }).post('/api/account/sign-up', adult)
  expect((await signUp(quiet.origin)).json).toEqual({ next: 'signed_in' })
  expect(await quiet.end('SIGTERM')).toBe(0)
  expect(quiet.output()).not.toContain(adult.email)
  const settings = { NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3210' }
  const developing = await startBuilt(settings)
  expect((await signUp(developing.origin)).json).toEqual({ next: 'verify' })
  await developing.wrote(`Mail to ${adult.email}`)
  await developing.wrote('http://localhost:3210/verify#')
})

test('[ACC-5] while the server runs an operator sets a new password, which ends every session', async () => {
  const dataDir = tempFolder()
  const server = await startBuilt({ DATA_DIR: dataDir })
  const browser = new Browser({ url: server.origin })
  const adult = adultOf('parent')
  await browser.post('/api/account/sign-up', adult)
  for (let call = 0; call < 5; call += 1) {
    await new Browser({ url: server.origin }).post('/api/account/sign-in', {
      ...adult,
      password: 'a wrong password',
    })
  }
  const { code, output } = await resetPassword(dataDir, [adult.email.toUpperCase()])
  expect(code).toBe(0)
  const password = /^ {2}([a-z2-9]{16})$/m.exec(output)?.[1] ?? ''
  expect(output).toContain(adult.name)
  expect((await browser.get('/api/me')).status).toBe(401)
  const signIn = await browser.post('/api/account/sign-in', { email: adult.email, password })
  expect(signIn.json).toEqual({ next: 'signed_in' })
})

test('[ACC-96] the operator’s reset removes a lost two-step sign-in, and says so', async () => {
  const dataDir = tempFolder()
  const server = await startBuilt({ DATA_DIR: dataDir })
  const adult = adultOf('teacher')
  const browser = new Browser({ url: server.origin })
  await browser.post('/api/account/sign-up', adult)
  const begun = await browser.post('/api/account/second-step', { password: adult.password })
  const { key } = begun.json as { key: string }
  expect((await browser.post('/api/account/second-step/confirm', { code: appCode(key) })).status).toBe(200)
  const { output } = await resetPassword(dataDir, [adult.email])
  expect(output).toContain('Two-step sign-in and all passkeys were removed.')
  const password = /^ {2}([a-z2-9]{16})$/m.exec(output)?.[1] ?? ''
  const signIn = await browser.post('/api/account/sign-in', { email: adult.email, password })
  expect(signIn.json).toEqual({ next: 'signed_in' })
  expect((await resetPassword(dataDir, [adult.email])).output).not.toContain('Two-step')
})

test('[ACC-5] says if the account is unknown, and shows the usage', async () => {
  const dataDir = tempFolder()
  const server = await startBuilt({ DATA_DIR: dataDir })
  const teacher = new Browser({ url: server.origin })
  await teacher.post('/api/account/sign-up', adultOf('teacher'))
  await confirmed(teacher)
  const { id } = (await teacher.post('/api/classes', { name: '3b' })).json as { id: string }
  const added = await teacher.post(`/api/classes/${id}/children`, { names: ['Ana'] })
  const [ana] = (added.json as { children: { id: string }[] }).children
  for (const email of ['nobody@school.example', `${ana?.id}@student.invalid`]) {
    const nobody = await resetPassword(dataDir, [email])
    expect(nobody).toMatchObject({
      code: 1,
      output: 'No teacher or parent has an account with this email address.\n',
    })
  }
  for (const args of [[], ['a', 'b'], ['']]) {
    const asked = await resetPassword(dataDir, args)
    expect(asked.code).toBe(2)
    expect(asked.errors).toContain('npm run operate -- reset-password ')
  }
})
