import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../../server/storage/database.ts'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { sqlGuestStore } from '../../../server/storage/sql/practice/guest-store.ts'
import { openSqlite } from '../../../server/storage/sqlite/sqlite-database.ts'
import { BattleHistory } from '../../factories/battle-history.ts'
import { BoardHistory } from '../../factories/board-history.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { keepOrMake, newTokenHash } from '../../factories/guests.ts'
import { boardsOf, childSignsIn, filled, playOnce, teacherSees } from '../../factories/installation.ts'
import { runProgram, startProgram, type Ended } from '../../factories/operator-program.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { filePath, withFile } from '../../factories/sqlite-file.ts'
import { tableContents } from '../../factories/table-contents.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

const STEPS = 150
/** Rows that take some seconds to carry over. */
const MANY = 60_000
const LIMIT_MS = 120_000
/** Histories are of a day long ago, which no server is to forget at its start. */
const GUEST_RETENTION_DAYS = '3650'

const PROGRAM = 'migrate-to-postgres'

const moveUp = (dataDir: string, url: string): Promise<Ended> =>
  runProgram(PROGRAM, { DATA_DIR: dataDir, DATABASE_URL: url, GUEST_RETENTION_DAYS })

/** The same installation in another folder: a connection that this process has closed keeps its file until garbage is collected. */
function copied(dataDir: string): string {
  const folder = tempFolder()
  copyFileSync(filePath(dataDir), filePath(folder))
  return folder
}

/** An installation in which much has happened. */
async function lived(): Promise<{ dataDir: string; rows: Record<string, string[]> }> {
  const dataDir = tempFolder()
  const database = openSqlite({ dataDir })
  const boards = new BoardHistory(database, 5)
  const battles = new BattleHistory(database, 5)
  for (let step = 0; step < STEPS; step += 1) await boards.step()
  // Both histories call their guests alike.
  const renamed = sql`update guest set token_hash = 'boards ' || token_hash, public_id = 'boards ' || public_id`
  await database.write(({ db }) => renamed.execute(db))
  for (let step = 0; step < STEPS; step += 1) await battles.step()
  const rows = await tableContents(database)
  await database.close()
  return { dataDir: copied(dataDir), rows }
}

async function opened(url: string): Promise<Database> {
  const database = await openPostgres({ url })
  onTestFinished(() => database.close())
  return database
}

async function addReports(dataDir: string): Promise<void> {
  await withFile(dataDir, (file) => {
    file.exec(`insert into time_report (guest_id, submission_id, practice_day)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
      select (select min(id) from guest), 'report-' || i, '2026-03-18' from n`)
  })
}

const total = async (url: string): Promise<unknown> =>
  ask(
    url,
    `select (select count(*) from guest) + (select count(*) from time_report)
      + (select count(*) from practice_result) as rows`,
  )

describePostgres('moving up to PostgreSQL', () => {
  test(
    '[OPS-2] every row of every table arrives unchanged, new ids continue after them, and repeating changes nothing',
    async () => {
      const { dataDir, rows } = await lived()
      const url = await freshDatabase('empty')
      const first = await moveUp(dataDir, url)
      expect(first).toMatchObject({ code: 0, errors: '' })
      expect(first.output).toMatch(/^guest: \d+ rows, the same in both$/m)
      const database = await opened(url)
      expect(await tableContents(database)).toEqual(rows)
      expect(rows['battle_total']?.length).toBeGreaterThan(0)
      expect(rows['practice_result']?.length).toBeGreaterThan(0)

      const again = await moveUp(dataDir, url)
      expect(again).toMatchObject({ code: 0 })
      expect(again.output).toContain('were copied earlier. Nothing was changed.')
      expect(await tableContents(database)).toEqual(rows)

      const hash = newTokenHash()
      await sqlGuestStore(database).save(hash, keepOrMake)
      const ids = await ask<{ is_last: boolean }>(
        url,
        `select id = (select max(id) from guest) as is_last from guest where token_hash = $1`,
        [hash],
      )
      expect(ids).toEqual([{ is_last: true }])
      const other = await moveUp(dataDir, url)
      expect(other.code).toBe(2)
      expect(other.errors).toMatch(
        /^The database in DATABASE_URL already has other data \(guest: \d+ rows\)\. /,
      )
    },
    LIMIT_MS,
  )

  test(
    '[OPS-3] killed halfway it leaves nothing behind, and started again it moves everything',
    async () => {
      const { dataDir: folder } = await lived()
      await addReports(folder)
      const dataDir = copied(folder)
      const url = await freshDatabase('empty')
      const running = startProgram(PROGRAM, { DATA_DIR: dataDir, DATABASE_URL: url, GUEST_RETENTION_DAYS })
      await running.wrote('time_report …')
      running.child.kill('SIGKILL')
      const { code, output } = await running.ended
      expect(code).toBe('SIGKILL')
      expect(output).not.toContain('the same in both')
      const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      await expect.poll(() => ask(url, others)).toEqual([])
      expect(await total(url)).toEqual([{ rows: '0' }])

      expect(await moveUp(dataDir, url)).toMatchObject({ code: 0, errors: '' })
      const database = openSqlite({ dataDir })
      const rows = await tableContents(database)
      await database.close()
      expect(await tableContents(await opened(url))).toEqual(rows)
    },
    LIMIT_MS,
  )

  test(
    '[OPS-2] a server on the result signs the child in, knows who is signed in, shows the same boards and accepts scores',
    async () => {
      const dataDir = tempFolder()
      const server = await startBuilt({ DATA_DIR: dataDir })
      const installation = await filled(server.origin)
      const before = [
        await boardsOf(server.origin),
        await childSignsIn(server.origin, installation),
        await teacherSees(server.origin, installation),
      ]
      const DATABASE_URL = await freshDatabase('empty')
      const refused = await moveUp(dataDir, DATABASE_URL)
      expect(refused).toMatchObject({
        code: 2,
        output: '',
        errors: `The database in ${dataDir} is in use. Stop the server and every other Tenfold program first.\n`,
      })
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)

      const { code, output } = await moveUp(dataDir, DATABASE_URL)
      expect(code).toBe(0)
      const secretPath = join(dataDir, 'auth-secret')
      expect(output).toContain(`On every server, set AUTH_SECRET to the contents of ${secretPath}`)
      const AUTH_SECRET = readFileSync(secretPath, 'utf8').trim()
      expect(output).not.toContain(AUTH_SECRET)
      const moved = await startBuilt({ DATABASE_URL, AUTH_SECRET })
      const after = [
        await boardsOf(moved.origin),
        await childSignsIn(moved.origin, installation),
        await teacherSees(moved.origin, installation),
      ]
      expect(after).toEqual(before)
      expect(await playOnce(moved.origin)).toBe(200)
    },
    LIMIT_MS,
  )

  test(
    "[OPS-15] deletions before the move are in PostgreSQL's log, and moving an older backup later restores nobody",
    async () => {
      const dataDir = tempFolder()
      const server = await startBuilt({ DATA_DIR: dataDir })
      const { teacher, child } = await filled(server.origin)
      const other = await filled(server.origin)
      expect(await server.end('SIGTERM')).toBe(0)
      const backup = copied(dataDir)
      copyFileSync(join(dataDir, 'auth-secret'), join(backup, 'auth-secret'))
      await server.start()
      expect((await teacher.call('DELETE', `/api/children/${child.id}`)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)

      const url = await freshDatabase('empty')
      const moved = await moveUp(dataDir, url)
      expect(moved).toMatchObject({ code: 0, errors: '' })
      expect(moved.output).toMatch(/^The log of deletions has 1, since .*Z\.$/m)
      const logged = await ask(url, `select id from outside_backups.deletion where kind = 'child'`)
      expect(logged).toEqual([{ id: child.id }])

      await ask(url, 'drop schema public cascade')
      await ask(url, 'create schema public')
      expect(await moveUp(backup, url)).toMatchObject({ code: 0, errors: '' })
      expect(await ask(url, 'select user_id from student')).toEqual([{ user_id: other.child.id }])
      const AUTH_SECRET = readFileSync(join(backup, 'auth-secret'), 'utf8').trim()
      const again = await startBuilt({ DATABASE_URL: url, AUTH_SECRET })
      await childSignsIn(again.origin, other)
    },
    LIMIT_MS,
  )

  test('[OPS-4] without an address, without a database, or with an unusable one, it says so and shows no password', async () => {
    const dataDir = tempFolder()
    const noAddress = await runProgram(PROGRAM, { DATA_DIR: dataDir })
    expect(noAddress).toMatchObject({ code: 2, output: '' })
    expect(noAddress.errors).toBe('Set DATABASE_URL to the PostgreSQL database to copy the data to.\n')
    const url = 'postgres://me:hunter2@127.0.0.1:1/d'
    expect((await moveUp(dataDir, url)).errors).toContain(`There is no database in ${dataDir}.`)
    await openSqlite({ dataDir }).close()
    const away = await moveUp(copied(dataDir), url)
    expect(away.code).toBe(2)
    expect(away.errors).toBe(
      'DATABASE_URL, postgres://***@127.0.0.1:1/d, cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    )
  })
})
