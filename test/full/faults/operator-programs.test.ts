import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tokenHash } from '../../../server/guest/token.ts'
import { wrongBoards } from '../../factories/board-recount.ts'
import { newToken, scoreBody, sessionBody } from '../../factories/guest-calls.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { runProgram } from '../../factories/operator-program.ts'
import { rowsOf } from '../../factories/sqlite-file.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

async function post(url: string, path: string, body: object): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

test('[LB-26] the program works during writes, and no acknowledged write is lost', async () => {
  const dataDir = tempFolder()
  const server = await startBuilt({ DATA_DIR: dataDir })
  const tokens = Array.from({ length: 8 }, newToken)
  const gone = newToken()
  const nickname = 'LivelyFox41'
  expect(await post(server.origin, '/api/guest/session', sessionBody({ sessionToken: gone, nickname }))).toBe(
    200,
  )
  expect(await post(server.origin, '/api/guest/score', scoreBody({ sessionToken: gone, nickname }))).toBe(200)

  const done = new AbortController()
  const statuses: number[] = []
  const writing = tokens.map(async (sessionToken) => {
    while (!done.signal.aborted) {
      const body = scoreBody({ sessionToken, score: 0, problemsSolved: 0, correctAnswers: 0 })
      statuses.push(await post(server.origin, '/api/guest/score', body))
      // Below the server's limits, however long the programs take.
      await pause(20)
    }
  })
  const removed = await runProgram('remove-guest', { DATA_DIR: dataDir }, [nickname])
  done.abort()
  await Promise.all(writing)

  expect(removed.output).toMatch(/^Removed LivelyFox41, public id [A-Za-z0-9]{16}, /)
  expect(removed.output).toContain(
    'the guest, 1 session, the part in 0 battles, 0 time reports, and the rows',
  )
  expect(removed.code).toBe(0)
  // A write that met the other program's lock for too long is answered with a retry time, and is not stored.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  const acknowledged = statuses.filter((status) => status === 200)
  expect(acknowledged.length).toBeGreaterThan(0)
  const stored = await rowsOf(dataDir, 'practice_result')
  expect(stored).toHaveLength(acknowledged.length)
  const names = (await rowsOf(dataDir, 'guest')).map((row) => row['token_hash'])
  expect(names.toSorted()).toEqual(tokens.map(tokenHash).toSorted())
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await wrongBoards(dataDir)).toEqual([])
})

test('[LB-26] it ends with 2 and a sentence if there is no database, and creates none', async () => {
  const [entry, args] = ['remove-guest', ['SwiftFox42']] as const
  const dataDir = tempFolder()
  const nothing = await runProgram(entry, { DATA_DIR: dataDir }, args)
  expect(nothing).toMatchObject({ code: 2, output: '' })
  expect(nothing.errors).toContain(`There is no database in ${dataDir}. Set DATA_DIR`)
  const wrong = await runProgram(entry, { DATA_DIR: dataDir, PORT: 'many' }, args)
  expect(wrong.code).toBe(2)
  expect(wrong.errors).toContain('PORT is "many"')
  const away = await runProgram(entry, { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, args)
  expect(away.code).toBe(2)
  expect(away.errors).toContain('DATABASE_URL')
  expect(away.errors).not.toContain('secret')
  expect(await runProgram(entry, { DATA_DIR: dataDir }, args)).toMatchObject({ code: 2 })
})

test('[LB-26] without a name, or with several, it shows the usage', async () => {
  for (const args of [[], ['a', 'b'], ['']]) {
    const { code, errors } = await runProgram('remove-guest', { DATA_DIR: tempFolder() }, args)
    expect(code).toBe(2)
    expect(errors).toContain('npm run operate -- remove-guest ')
  }
})

test('[LB-104] an invalid date ends with 1 and one sentence', async () => {
  const args = ['--day', '2026-13-45']
  expect(await runProgram('remove-guests', { DATA_DIR: tempFolder() }, args)).toEqual({
    code: 1,
    output: '--day must be a date such as 2026-03-18; "2026-13-45" is not.\n',
    errors: '',
  })
})
