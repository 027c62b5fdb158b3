import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { recountBoards } from '../../factories/board-recount.ts'
import { PASSWORD } from '../../factories/accounts.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram, type Ended } from '../../factories/operator-program.ts'
import { newToken } from '../../factories/guest-calls.ts'
import {
  boardsOf,
  childSignsIn,
  filled,
  playOnce,
  signedInAgain,
  teacherSees,
} from '../../factories/installation.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { postgresPrograms } from '../../factories/postgres-server.ts'
import { tableContents } from '../../factories/table-contents.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

const LIMIT_MS = 120_000
const AUTH_SECRET = newToken().repeat(2)

/** PostgreSQL's own programs are found where the machine has them, also where they are of a version of their own. */
const PATH = [postgresPrograms(), process.env['PATH']].filter(Boolean).join(':')

const run = (program: string, url: string, ...args: string[]): Promise<Ended> =>
  runProgram(program, { DATABASE_URL: url, AUTH_SECRET }, args)

const start = (url: string) => startBuilt({ DATABASE_URL: url, AUTH_SECRET })

/** Runs the commands of docs/operations.md that begin with this, on this database and this backup. */
function followDocument(beginning: string, url: string, backup: string): void {
  const lines = readFileSync('docs/operations.md', 'utf8').split('\n')
  const found = lines.filter((line) => line.startsWith(beginning) && line.includes('/backups/2026-11-21'))
  expect(found.length, beginning).toBeGreaterThan(0)
  for (const line of found) {
    const command = line.replaceAll('/backups/2026-11-21', backup)
    execFileSync('sh', ['-ec', command], { env: { ...process.env, PATH, DATABASE_URL: url } })
  }
}

async function contentsOf(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const database = await openPostgres({ url })
  const contents = await tableContents(database)
  await database.close()
  return contents
}

describePostgres('a backup of PostgreSQL', () => {
  test(
    '[OPS-7] made as documented while the server runs, and restored into another database, it has every row',
    async () => {
      const url = await freshDatabase('empty')
      const server = await start(url)
      const installation = await filled(server.origin)
      const seen = [await boardsOf(server.origin), await teacherSees(server.origin, installation)]
      const backup = join(tempFolder(), 'monday')
      followDocument('pg_dump', url, backup)

      const other = await freshDatabase('empty')
      followDocument('psql', other, backup)
      followDocument('pg_restore --single', other, backup)
      expect(await contentsOf(other)).toEqual(await contentsOf(url))
      const repeated = await run('repeat-deletions', other)
      expect(repeated).toMatchObject({ code: 0, errors: '' })
      expect(repeated.output).toMatch(/^Repeated the deletions since .*Z, when their log begins: 0\.$/m)
      const access = await ask(other, `select role, kind from child_access where student_id = '*'`)
      expect(access).toEqual([{ role: 'operator', kind: 'restore' }])
      const restored = await openPostgres({ url: other })
      expect(await recountBoards(restored, '2020-01-01')).toMatchObject({ differences: [] })
      await restored.close()
      const again = await start(other)
      const now = await signedInAgain(again.origin, installation)
      expect([await boardsOf(again.origin), await teacherSees(again.origin, now)]).toEqual(seen)
      await childSignsIn(again.origin, installation)
      expect(await playOnce(again.origin)).toBe(200)
    },
    LIMIT_MS,
  )

  test(
    '[OPS-15] accounts deleted after a backup are deleted again after it is restored, and others are not',
    async () => {
      const url = await freshDatabase('empty')
      const server = await start(url)
      const { teacher, child } = await filled(server.origin)
      const other = await filled(server.origin)
      const backup = join(tempFolder(), 'monday')
      followDocument('pg_dump', url, backup)
      expect((await teacher.call('DELETE', `/api/children/${child.id}`)).status).toBe(200)
      expect((await teacher.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
      followDocument('pg_restore --single', url, backup)
      expect(await ask(url, 'select user_id from student')).toHaveLength(2)
      const repeated = await run('repeat-deletions', url)
      expect(repeated).toMatchObject({ code: 0, errors: '' })
      expect(repeated.output).toMatch(/^Repeated the deletions since .*Z, when their log begins: 2\.$/m)
      expect(await ask(url, 'select user_id from student')).toEqual([{ user_id: other.child.id }])
      const again = await start(url)
      await childSignsIn(again.origin, other)

      const elsewhere = await freshDatabase('empty')
      followDocument('pg_restore --single', elsewhere, backup)
      const without = await run('repeat-deletions', elsewhere)
      expect(without.output).toContain('There is no log of deletions in the database in DATABASE_URL.')
    },
    LIMIT_MS,
  )

  test('[OPS-7] the commands for an embedded database refuse, and name PostgreSQL’s programs', async () => {
    const url = await freshDatabase()
    for (const command of ['backup', 'restore']) {
      const refused = await run(command, url, join(tempFolder(), 'monday'))
      expect(refused).toMatchObject({ code: 2, output: '' })
      expect(refused.errors).toMatch(/^DATABASE_URL is set\. Use pg_dump and pg_restore/)
    }
  })
})
