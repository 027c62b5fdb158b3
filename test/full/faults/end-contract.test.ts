import { olderAccounts } from '../../browser/older-accounts.ts'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addedChildren, adultOf, confirmed, madeClass, PASSWORD, signedIn } from '../../factories/accounts.ts'
import { Browser } from '../../factories/browser-user.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram, type Ended } from '../../factories/operator-program.ts'
import { rowsOf } from '../../factories/sqlite-file.ts'
import { attemptBody, beginBody } from '../../factories/student-calls.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

const run = (program: string, dataDir: string, ...args: string[]): Promise<Ended> =>
  runProgram(program, { DATA_DIR: dataDir }, args)

/** A teacher whose child practices, at a running server. */
async function school(url: string) {
  const adult = adultOf('teacher')
  const teacher = new Browser({ url })
  await teacher.post('/api/account/sign-up', adult)
  await confirmed(teacher)
  const { id: classId, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, classId, ['Ana'])
  if (!ana) throw new Error('one was added')
  const child = await signedIn({ url }, code, ana)
  // An account that is younger than an answer has none of it.
  await olderAccounts(url, [ana])
  const session = beginBody({ secondsAgo: 600 })
  await child.post('/api/practice/sessions', session)
  await child.post('/api/practice/logs', { attempts: [attemptBody(session.id, 0)] })
  return { adult, teacher, child, ana }
}

test('[RET-3, OPS-15] while the server runs a contract is counted, then ended, and a restore ends it again', async () => {
  const [dataDir, folder] = [tempFolder(), tempFolder()]
  const server = await startBuilt({ DATA_DIR: dataDir })
  const { adult, teacher, child, ana } = await school(server.origin)
  const stays = await school(server.origin)
  const out = join(folder, 'school')
  const end = (...args: string[]) => run('end-contract', dataDir, ...args)

  const counted = await end(adult.email, out)
  expect(counted).toMatchObject({ code: 0, errors: '' })
  expect(counted.output).toContain('class-1.zip  3b: children 1, practice days 1, facts known 0')
  expect(counted.output).toContain('Nothing was changed.')
  expect(readdirSync(folder)).toEqual([])
  expect((await child.get('/api/me')).status).toBe(200)
  const backup = join(folder, 'monday')
  expect(await run('backup', dataDir, backup)).toMatchObject({ code: 0 })

  const ended = await end(adult.email, out, '--yes')
  expect(ended).toMatchObject({ code: 0, errors: '' })
  expect(ended.output).toContain(`Exported into ${out}, then deleted: children 1, accounts 1.`)
  const names = readdirSync(out).toSorted()
  expect(names).toEqual(['account.json', 'class-1.zip', 'counts.txt'])
  for (const name of ['', ...names]) expect(statSync(join(out, name)).mode & 0o077).toBe(0)
  const { 'facts.csv': facts = new Uint8Array() } = unzipSync(readFileSync(join(out, 'class-1.zip')))
  expect(strFromU8(facts)).toContain('\r\nAna,addition-1-1,')
  expect(readFileSync(join(out, 'counts.txt'), 'utf8')).toContain('deleted: children 1, accounts 1.')
  for (const gone of [teacher, child]) expect((await gone.get('/api/me')).status).toBe(401)
  expect((await stays.child.get('/api/me')).status).toBe(200)

  const again = await end(stays.adult.email, out, '--yes')
  expect(again).toMatchObject({ code: 2, output: '' })
  expect(again.errors).toBe(`${out} already exists. Choose a new folder.\n`)
  for (const args of [[], [adult.email], ['nobody', out], [adult.email, '--yes']]) {
    const wrong = await end(...args)
    expect(wrong.code).toBe(2)
    expect(wrong.errors).toContain('npm run end:contract --')
  }
  expect((await stays.teacher.get('/api/me')).status).toBe(200)

  expect(await server.end('SIGTERM')).toBe(0)
  const restored = await run('restore', dataDir, backup, '--replace')
  expect(restored).toMatchObject({ code: 0 })
  expect((await rowsOf(dataDir, 'student')).map((row) => row['user_id'])).toEqual([stays.ana.id])
  expect((await rowsOf(dataDir, 'user')).map((row) => row['email'])).not.toContain(adult.email)
  expect(JSON.stringify(await rowsOf(dataDir, 'attempt'))).not.toContain(ana.id)
  await server.start()
  const signIn = await new Browser({ url: server.origin }).post('/api/account/sign-in', {
    email: adult.email,
    password: PASSWORD,
  })
  expect(signIn.status).toBe(401)
})
