import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newToken, scoreBody } from '../../factories/guest-calls.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { failToStart } from '../../factories/server-process.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

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
})
