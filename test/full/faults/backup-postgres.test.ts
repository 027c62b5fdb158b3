import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { PASSWORD } from '../../factories/accounts.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram, type Ended } from '../../factories/operator-program.ts'
import { newToken } from '../../factories/guest-calls.ts'
import { boardsOf, childSignsIn, filled, playOnce, teacherSees } from '../../factories/installation.ts'
import { describeUnless } from '../../factories/describe-unless.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { OWN_PASSWORD, ownServer, postgresPrograms } from '../../factories/postgres-server.ts'
import { filePath } from '../../factories/sqlite-file.ts'
import { tableContents } from '../../factories/table-contents.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

const LIMIT_MS = 120_000
const AUTH_SECRET = newToken().repeat(2)

/** PostgreSQL's own programs are found where the machine has them, also where they are of a version of their own. */
const PATH = [postgresPrograms(), process.env['PATH']].filter(Boolean).join(':')

const run = (program: string, url: string, args: readonly string[], path = PATH): Promise<Ended> =>
  runProgram(program, { PATH: path, DATABASE_URL: url, AUTH_SECRET }, args)

const start = (url: string) => startBuilt({ DATABASE_URL: url, AUTH_SECRET })

type Contents = Readonly<Record<string, readonly string[]>>

async function contentsOf(url: string): Promise<Contents> {
  const database = await openPostgres({ url })
  const contents = await tableContents(database)
  await database.close()
  return contents
}

/** Without the rows that backups leave in the access log, also those that were refused. */
function apartFromBackups({ child_access: log = [], ...others }: Contents): Contents {
  return { ...others, child_access: log.filter((row) => !row.includes('"backup"')) }
}

describePostgres('a backup of PostgreSQL', () => {
  test(
    '[OPS-7] made while the server runs and restored into another database it has every row, and everybody can sign in',
    async () => {
      const url = await freshDatabase('empty')
      const server = await start(url)
      const installation = await filled(server.origin)
      const seen = [await boardsOf(server.origin), await teacherSees(server.origin, installation)]
      const backup = join(tempFolder(), 'monday.dump')
      const made = await run('backup', url, [backup])
      expect(made).toMatchObject({ code: 0, errors: '' })
      expect(made.output).toMatch(/monday\.dump: \d+ bytes, checked\.$/m)
      expect(statSync(backup).mode & 0o077).toBe(0)
      expect((await run('backup', url, [backup])).errors).toContain('already exists')

      const other = await freshDatabase('empty')
      expect(await run('restore', other, [backup])).toMatchObject({ code: 0, errors: '' })
      const { child_access: log = [], ...restored } = await contentsOf(other)
      // The restore itself is in the access log of the new one.
      const before = log.filter((row) => !row.includes('"restore"'))
      expect(log).toHaveLength(before.length + 1)
      expect(apartFromBackups({ ...restored, child_access: before })).toEqual(
        apartFromBackups(await contentsOf(url)),
      )
      expect(await run('verify-boards', other, [])).toMatchObject({ code: 0 })
      const again = await start(other)
      expect([await boardsOf(again.origin), await teacherSees(again.origin, installation)]).toEqual(seen)
      await childSignsIn(again.origin, installation)
      expect(await playOnce(again.origin)).toBe(200)
    },
    LIMIT_MS,
  )

  test(
    '[OPS-7] restoring refuses while a server runs, over tables without --replace, and a damaged backup file',
    async () => {
      const url = await freshDatabase('empty')
      const server = await start(url)
      expect(await playOnce(server.origin)).toBe(200)
      const folder = tempFolder()
      const backup = join(folder, 'monday.dump')
      expect(await run('backup', url, [backup])).toMatchObject({ code: 0 })
      expect(await playOnce(server.origin)).toBe(200)
      const before = await contentsOf(url)

      expect((await run('restore', url, [backup, '--replace'])).errors).toMatch(
        /is in use\. Stop every server/,
      )
      expect(await server.end('SIGTERM')).toBe(0)
      expect((await run('restore', url, [backup])).errors).toContain('To overwrite them, add --replace.')
      const short = join(folder, 'short.dump')
      writeFileSync(short, '')
      expect((await run('restore', url, [short, '--replace'])).errors).toMatch(/^pg_restore failed: /)
      const { size } = statSync(backup)
      const cut = join(folder, 'cut.dump')
      expect(await run('backup', url, [cut])).toMatchObject({ code: 0 })
      truncateSync(cut, size - 200)
      expect((await run('restore', url, [cut, '--replace'])).errors).toMatch(/^pg_restore failed: /)
      const embedded = join(folder, 'embedded')
      writeFileSync(embedded, 'SQLite format 3\0')
      expect((await run('restore', url, [embedded, '--replace'])).errors).toContain(
        'is a backup of an embedded database',
      )
      expect(apartFromBackups(await contentsOf(url))).toEqual(apartFromBackups(before))

      expect(await run('restore', url, [backup, '--replace'])).toMatchObject({
        code: 0,
        errors: '',
      })
      expect(await ask(url, 'select count(*)::int as sessions from practice_result')).toEqual([
        { sessions: 1 },
      ])
    },
    LIMIT_MS,
  )

  test(
    '[OPS-15] accounts deleted after a backup do not return when it is restored, and others do',
    async () => {
      const url = await freshDatabase('empty')
      const server = await start(url)
      const { teacher, child } = await filled(server.origin)
      const other = await filled(server.origin)
      const backup = join(tempFolder(), 'monday.dump')
      expect(await run('backup', url, [backup])).toMatchObject({ code: 0 })
      expect((await teacher.call('DELETE', `/api/children/${child.id}`)).status).toBe(200)
      expect((await teacher.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
      const restored = await run('restore', url, [backup, '--replace'])
      expect(restored).toMatchObject({ code: 0, errors: '' })
      expect(restored.output).toMatch(/^Repeated the deletions since .*Z, when their log begins: 2\.$/m)
      expect(await ask(url, 'select user_id from student')).toEqual([{ user_id: other.child.id }])
      const again = await start(url)
      await childSignsIn(again.origin, other)
      expect(await run('verify-boards', url, [])).toMatchObject({ code: 0 })

      const elsewhere = await freshDatabase('empty')
      const without = await run('restore', elsewhere, [backup])
      expect(without.output).toContain('There is no log of deletions in the database in DATABASE_URL.')
      expect(await ask(elsewhere, 'select user_id from student')).toHaveLength(2)

      // As docs/operations.md says: the log is copied there first.
      const third = await freshDatabase('empty')
      const env = { ...process.env, PATH }
      const log = execFileSync('pg_dump', ['--schema=outside_backups', `--dbname=${url}`], { env })
      execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${third}`], { env, input: log })
      const copied = await run('restore', third, [backup])
      expect(copied).toMatchObject({ code: 0, errors: '' })
      expect(copied.output).toMatch(/^Repeated the deletions since .*Z, when their log begins: 2\.$/m)
      expect(await ask(third, 'select user_id from student')).toEqual([{ user_id: other.child.id }])
    },
    LIMIT_MS,
  )

  test('[OPS-7] without PostgreSQL’s programs it says what to install, and leaves no file', async () => {
    const folder = tempFolder()
    const missing = await run('backup', await freshDatabase(), [join(folder, 'a.dump')], folder)
    expect(missing).toMatchObject({ code: 2, output: '' })
    expect(missing.errors).toMatch(/^pg_dump is not installed\. Install the PostgreSQL client programs/)
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(filePath(folder))).toBe(false)
  })
})

const ofPostgres = postgresPrograms()

describeUnless(
  ofPostgres === null ? 'this machine has no PostgreSQL to start' : null,
  'a backup with a password',
  () => {
    test('[OPS-7] a password reaches PostgreSQL’s programs, and no message contains it', async () => {
      const server = await ownServer(ofPostgres ?? '')
      try {
        await (await openPostgres({ url: server.url })).close()
        const backup = join(tempFolder(), 'monday.dump')
        const made = await run('backup', server.url, [backup])
        expect(made).toMatchObject({ code: 0, errors: '' })
        await server.stop()
        const away = await run('backup', server.url, [`${backup}-2`])
        expect(away.code).toBe(2)
        expect(away.errors).toMatch(/^DATABASE_URL, postgres:\/\/\*\*\*@\S+, cannot be used: /)
        expect(made.output + away.output + away.errors).not.toContain(OWN_PASSWORD)
      } finally {
        await server.remove()
      }
    })
  },
)
