import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../server/storage/sqlite/sqlite-database.ts'
import { wrongBoards } from '../../factories/board-recount.ts'
import { PASSWORD } from '../../factories/accounts.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram, type Ended } from '../../factories/operator-program.ts'
import {
  boardsOf,
  childSignsIn,
  filled,
  playOnce,
  signedInAgain,
  teacherSees,
} from '../../factories/installation.ts'
import { spoilTable } from '../../factories/spoiled-file.ts'
import { filePath, rowsOf, withFile } from '../../factories/sqlite-file.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

const LIMIT_MS = 120_000

const run = (program: string, dataDir: string, ...args: readonly string[]): Promise<Ended> =>
  runProgram(program, { DATA_DIR: dataDir }, args)

const start = (dataDir: string) => startBuilt({ DATA_DIR: dataDir })

/** A new folder with a database in which one guest has played, and a backup of it. */
async function backedUp(): Promise<{ dataDir: string; backup: string }> {
  const [dataDir, folder] = [tempFolder(), tempFolder()]
  const server = await start(dataDir)
  expect(await playOnce(server.origin)).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
  const backup = join(folder, 'monday')
  expect(await run('backup', dataDir, backup)).toMatchObject({ code: 0, errors: '' })
  return { dataDir, backup }
}

/** What the access log says, without times. */
async function logged(folder: string) {
  const rows = await rowsOf(folder, 'child_access')
  return rows.map(({ student_id: child, role, kind }) => ({ child, role, kind }))
}

/** Everything that lies in a folder, byte for byte. */
function bytesIn(folder: string): Record<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}

describe('a backup of the embedded database', () => {
  test(
    '[OPS-5] made during writes and restored elsewhere it has everything acknowledged before it, and everybody can sign in',
    async () => {
      const dataDir = tempFolder()
      const server = await start(dataDir)
      const installation = await filled(server.origin)
      const before = await rowsOf(dataDir, 'practice_result')
      const done = new AbortController()
      const writing = (async () => {
        while (!done.signal.aborted) await playOnce(server.origin, { league: 'mixed_add_sub', state: '' })
      })()
      const backup = join(tempFolder(), 'monday')
      const made = await run('backup', dataDir, backup)
      done.abort()
      await writing
      expect(made).toMatchObject({ code: 0, errors: '' })
      expect(made.output).toMatch(/^Backed up to .*monday: \d+ bytes, checked\.$/m)
      expect(made.output).toContain(`The secret that signs cookies is in ${backup}.auth-secret.`)
      for (const file of [backup, `${backup}.auth-secret`]) expect(statSync(file).mode & 0o077).toBe(0)
      const seen = [await boardsOf(server.origin), await teacherSees(server.origin, installation)]

      const other = join(tempFolder(), 'new', 'data')
      const restored = await run('restore', other, backup)
      expect(restored).toMatchObject({ code: 0, errors: '' })
      expect(restored.output).toContain(`into ${other}, with its secret.`)
      expect(readdirSync(other).toSorted()).toEqual(['auth-secret', 'tenfold.sqlite'])
      for (const name of readdirSync(other)) expect(statSync(join(other, name)).mode & 0o077).toBe(0)
      expect(await wrongBoards(other)).toEqual([])
      const results = await rowsOf(other, 'practice_result')
      const ids = new Set(results.map((row) => row['submission_id']))
      expect(before.filter((row) => !ids.has(row['submission_id']))).toEqual([])
      const again = await start(other)
      const now = await signedInAgain(again.origin, installation)
      expect([await boardsOf(again.origin), await teacherSees(again.origin, now)]).toEqual(seen)
      expect(await childSignsIn(again.origin, installation)).toMatchObject({ role: 'student' })
    },
    LIMIT_MS,
  )

  test('[RET-4] a backup and a restore are in the access log, as an operator’s and for all children', async () => {
    const { dataDir, backup } = await backedUp()
    const backedUpRow = { child: '*', role: 'operator', kind: 'backup' }
    expect(await logged(dataDir)).toEqual([backedUpRow])
    const other = join(tempFolder(), 'data')
    expect(await run('restore', other, backup)).toMatchObject({ code: 0 })
    expect(await logged(other)).toEqual([backedUpRow, { ...backedUpRow, kind: 'restore' }])
  })

  test('[OPS-5] overwrites nothing, shows the usage, and leaves nothing behind if it cannot be made', async () => {
    const { dataDir, backup } = await backedUp()
    const before = bytesIn(join(backup, '..'))
    expect(await run('backup', dataDir, backup)).toMatchObject({
      code: 2,
      output: '',
      errors: `${backup} already exists. Choose another name for the backup.\n`,
    })
    for (const args of [[], [''], ['a', 'b'], ['--replace']]) {
      expect((await run('backup', dataDir, ...args)).errors).toContain('npm run operate -- backup <new file>')
    }
    const nowhere = join(tempFolder(), 'no', 'folder')
    expect((await run('backup', dataDir, nowhere)).errors).toContain('Create it first')
    const empty = tempFolder()
    expect((await run('backup', empty, join(empty, 'b'))).errors).toContain('There is no database in')

    await spoilTable(dataDir, 'student_practice')
    const damaged = await run('backup', dataDir, `${backup}-2`)
    expect(damaged).toMatchObject({ code: 2, output: '' })
    expect(damaged.errors).toMatch(/is damaged .*\. Restore the last good backup\.$/m)
    expect(bytesIn(join(backup, '..'))).toEqual(before)
  })
})

describe('restoring the embedded database', () => {
  test(
    '[OPS-15] accounts deleted after a backup do not return when it is restored, and others do',
    async () => {
      const dataDir = tempFolder()
      const server = await start(dataDir)
      const { teacher, child } = await filled(server.origin)
      const other = await filled(server.origin)
      const backup = join(tempFolder(), 'monday')
      expect(await run('backup', dataDir, backup)).toMatchObject({ code: 0 })
      expect((await teacher.call('DELETE', `/api/children/${child.id}`)).status).toBe(200)
      expect((await teacher.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
      const log = readFileSync(join(dataDir, 'deletions.log'), 'utf8')
      expect(log).toMatch(new RegExp(`^\\s*since - \\d+\\s+child ${child.id} \\d+\\s+adult \\S+ \\d+\\s*$`))
      expect(statSync(join(dataDir, 'deletions.log')).mode & 0o077).toBe(0)

      const restored = await run('restore', dataDir, backup, '--replace')
      expect(restored).toMatchObject({ code: 0, errors: '' })
      expect(restored.output).toMatch(/^Repeated the deletions since .*Z, when their log begins: 2\.$/m)
      const students = await rowsOf(dataDir, 'student')
      expect(students.map((row) => row['user_id'])).toEqual([other.child.id])
      const users = await rowsOf(dataDir, 'user')
      expect(users.filter((row) => row['role'] === 'teacher')).toHaveLength(1)
      expect(readFileSync(join(dataDir, 'deletions.log'), 'utf8')).toBe(log)
      const again = await start(dataDir)
      expect(await childSignsIn(again.origin, other)).toMatchObject({ role: 'student' })
      await again.end('SIGTERM')
      expect(await wrongBoards(dataDir)).toEqual([])

      const elsewhere = tempFolder()
      const without = await run('restore', elsewhere, backup)
      expect(without.output).toContain(`There is no log of deletions in ${elsewhere}. Delete again who`)
      expect(await rowsOf(elsewhere, 'student')).toHaveLength(2)
    },
    LIMIT_MS,
  )

  test(
    '[OPS-6] refuses while a server runs and over a database without --replace, and then changes nothing',
    async () => {
      const { dataDir, backup } = await backedUp()
      const before = bytesIn(dataDir)
      const there = await run('restore', dataDir, backup)
      expect(there).toMatchObject({ code: 2, output: '' })
      expect(there.errors).toBe(`${dataDir} already has a database. To overwrite it, add --replace.\n`)
      expect(bytesIn(dataDir)).toEqual(before)

      const server = await start(dataDir)
      const running = await run('restore', dataDir, backup, '--replace')
      expect(running.errors).toMatch(/is in use\. Stop the server/)
      expect(await playOnce(server.origin)).toBe(200)
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect(readdirSync(dataDir).filter((name) => name.includes('restoring'))).toEqual([])
    },
    LIMIT_MS,
  )

  test(
    '[OPS-6] with --replace the journal of a killed server is removed with its database',
    async () => {
      const { dataDir, backup } = await backedUp()
      const server = await start(dataDir)
      for (let player = 0; player < 20; player += 1) expect(await playOnce(server.origin)).toBe(200)
      await server.kill()
      expect(statSync(`${filePath(dataDir)}-wal`).size).toBeGreaterThan(0)
      expect(await run('restore', dataDir, backup, '--replace')).toMatchObject({
        code: 0,
        errors: '',
      })
      expect(readdirSync(dataDir).toSorted()).toEqual(['auth-secret', 'deletions.log', 'tenfold.sqlite'])
      expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1)
      const again = await start(dataDir)
      expect(await playOnce(again.origin)).toBe(200)
      await again.end('SIGTERM')
      expect(await wrongBoards(dataDir)).toEqual([])
    },
    LIMIT_MS,
  )

  test('[OPS-6] replaces an unreadable database, with its journal', async () => {
    const { dataDir, backup } = await backedUp()
    writeFileSync(filePath(dataDir), 'a letter to grandmother, '.repeat(400))
    writeFileSync(`${filePath(dataDir)}-wal`, 'and a second one')
    expect(await run('restore', dataDir, backup, '--replace')).toMatchObject({
      code: 0,
      errors: '',
    })
    expect(readdirSync(dataDir).toSorted()).toEqual(['auth-secret', 'deletions.log', 'tenfold.sqlite'])
    expect(await rowsOf(dataDir, 'practice_result')).toHaveLength(1)
  })

  test('[OPS-6] rejects a damaged backup with a sentence, and changes nothing', async () => {
    const { dataDir, backup } = await backedUp()
    const before = bytesIn(dataDir)
    const folder = tempFolder()
    const path = (name: string) => join(folder, name)
    writeFileSync(path('letter'), 'a letter to grandmother')
    copyFileSync(backup, path('short'))
    truncateSync(path('short'), statSync(backup).size / 2)
    mkdirSync(path('spoiled'))
    copyFileSync(backup, filePath(path('spoiled')))
    await spoilTable(path('spoiled'), 'student_practice')
    mkdirSync(path('newer'))
    copyFileSync(backup, filePath(path('newer')))
    await withFile(path('newer'), (file) =>
      file.exec(`insert into schema_migration values (999, 'later', 0)`),
    )
    mkdirSync(path('other'))
    await withFile(path('other'), (file) => file.exec('create table recipe (name text)'))
    copyFileSync(backup, path('in-use'))
    writeFileSync(path('in-use-wal'), 'what is not in the file yet')
    for (const [name, sentence] of [
      [path('nothing'), /^File not found: .*nothing\.$/m],
      [path('letter'), /letter is not a backup of an embedded database\.$/m],
      [path('short'), /short is damaged: |short cannot be used: /],
      [filePath(path('spoiled')), /is damaged: /],
      [
        filePath(path('newer')),
        /cannot be used: it was written by a newer version of Tenfold \(step 999, later\)/,
      ],
      [filePath(path('other')), /cannot be used: no such table: schema_migration\.$/m],
      [path('in-use'), /has a journal file beside it/],
    ] as const) {
      const refused = await run('restore', dataDir, name, '--replace')
      expect(refused).toMatchObject({ code: 2, output: '' })
      expect(refused.errors).toMatch(sentence)
      expect(bytesIn(dataDir), name).toEqual(before)
    }
    for (const args of [[], [''], ['a', 'b'], ['--replace']]) {
      expect((await run('restore', dataDir, ...args)).errors).toContain('npm run operate -- restore <file')
    }
  })

  test("[OPS-6] keeps a secret that differs from the backup's without --replace", async () => {
    const { backup } = await backedUp()
    const other = tempFolder()
    writeFileSync(join(other, 'auth-secret'), 'another secret, of an installation that was here before\n')
    const refused = await run('restore', other, backup)
    expect(refused.code).toBe(2)
    expect(refused.errors).toContain('auth-secret is not the one in the backup')
    expect(existsSync(filePath(other))).toBe(false)
    expect(await run('restore', other, backup, '--replace')).toMatchObject({ code: 0 })
    expect(readFileSync(join(other, 'auth-secret'))).toEqual(readFileSync(`${backup}.auth-secret`))
  })

  test('[OPS-5] a backup opens like any database of this version', async () => {
    const { backup } = await backedUp()
    const dataDir = tempFolder()
    copyFileSync(backup, filePath(dataDir))
    const database = openSqlite({ dataDir })
    onTestFinished(() => database.close())
    await database.check()
  })
})
