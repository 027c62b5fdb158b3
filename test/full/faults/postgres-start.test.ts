import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../../server/storage/sql/migrations/all.ts'
import { newToken, scoreBody } from '../../factories/guest-calls.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { failToStart } from '../../factories/server-process.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

/** Ten starts are 15 s of a core, and a machine that runs tests has other work. */
const TEN_WITHIN_MS = 60_000

test('[STO-26] an unusable DATABASE_URL ends startup with one sentence and no password', async () => {
  const { code, errors } = await failToStart({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/d' })
  expect(code).toBe(1)
  expect(errors).toBe(
    'DATABASE_URL, postgres://***@127.0.0.1:1/d, cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
  )
})

describePostgres('servers on one PostgreSQL', () => {
  test('[STO-20] two servers that start at once share their guests, and store nothing in DATA_DIR', async () => {
    const DATABASE_URL = await freshDatabase('empty')
    const dataDir = join(tempFolder(), 'data')
    // Servers that share their guests share who is signed in as well.
    const env = { DATABASE_URL, DATA_DIR: dataDir, AUTH_SECRET: newToken().repeat(2) }
    const servers = await Promise.all([startBuilt(env), startBuilt(env)])
    const sessionToken = newToken()
    for (const { origin } of servers) {
      const answer = await fetch(`${origin}/api/guest/score`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(scoreBody({ sessionToken })),
      })
      expect(answer.status).toBe(200)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    }
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual([0, 0])
    expect(existsSync(dataDir)).toBe(false)
    expect(await ask(DATABASE_URL, 'select sessions::int as sessions from daily_score')).toEqual([
      { sessions: 2 },
    ])
  })

  test('[STO-22, OPS-1] ten servers that start at once on an empty database all come up, and it is migrated once', async () => {
    const DATABASE_URL = await freshDatabase('empty')
    const env = { DATABASE_URL, AUTH_SECRET: newToken().repeat(2) }
    const servers = await Promise.all(Array.from({ length: 10 }, () => startBuilt(env, TEN_WITHIN_MS)))
    const ready = servers.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).status)
    expect(await Promise.all(ready)).toEqual(servers.map(() => 200))
    expect(await ask(DATABASE_URL, 'select id, name from schema_migration order by id')).toEqual(
      MIGRATIONS.map(({ id, name }) => ({ id, name })),
    )
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual(servers.map(() => 0))
  }, 180_000)
})
