import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childDataRoutes } from '../../contract/child-data.ts'
import { CHILD_TABLES } from '../../contract/child-tables.ts'
import { csvCell } from '../../domain/csv.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { sqlStudentDataStore } from '../../server/storage/sql/students/student-data-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedIn, signedUp, wrongPin } from '../factories/accounts.ts'
import { startApp, type StartOptions } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { tempFolder } from '../factories/temp-folder.ts'

/** A child who has practiced, with the teacher and a linked parent. */
async function practicedChild(options: StartOptions = {}) {
  const app = await startApp(options)
  // There was time to practice in.
  app.clock.nowMs -= 3_600_000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [zuzanna] = await addedChildren(teacher, classId, ['Zuzanna', 'Ben'])
  if (!zuzanna) throw new Error('one was made')
  const parent = await signedUp(app, 'parent')
  app.clock.nowMs += 3_600_000
  const linked = await teacher.post(`/api/children/${zuzanna.id}/link-code`)
  await parent.post('/api/children/link', { code: (linked.json as { code: string }).code })
  const child = await signedIn(app, code, zuzanna)
  const sessionToken = newToken()
  await app.post('/api/guest/score', scoreBody({ sessionToken, submissionId: 'submission-of-the-guest' }))
  await child.post('/api/me/guest', { sessionToken })
  const session = beginBody()
  await child.post('/api/practice/sessions', session)
  const attempts = [0, 1].map((place) => attemptBody(session.id, place))
  await child.post('/api/practice/logs', { attempts })
  await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  const { playerToken } = (await child.get('/api/me')).json as { playerToken: string }
  await teacher.post(`/api/children/${zuzanna.id}/link-code`)
  const typed = { code, name: zuzanna.name, pin: wrongPin(zuzanna.pin) }
  expect((await new Browser(app).post('/api/account/child/sign-in', typed)).status).toBe(401)
  return { app, teacher, parent, child, zuzanna, sessionId: session.id, sessionToken, playerToken }
}

test('[ACC-30] the adults of a child see its progress and facts as the child does', async () => {
  const { teacher, parent, child, zuzanna } = await practicedChild()
  for (const path of ['progress', 'facts/addition-1-1']) {
    const own = await child.get(`/api/me/${path}`)
    expect(own.status).toBe(200)
    for (const adult of [teacher, parent]) {
      expect((await adult.get(`/api/children/${zuzanna.id}/${path}`)).json).toEqual(own.json)
    }
  }
  expect((await teacher.get(`/api/children/${zuzanna.id}/facts/chess`)).status).toBe(400)
})

test('[ACC-31] each adult of a child can download everything about it as one JSON file, without a token', async () => {
  const { app, teacher, parent, zuzanna, sessionId, sessionToken, playerToken } = await practicedChild()
  const file = await teacher.get(`/api/children/${zuzanna.id}/data`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="tenfold-child.json"')
  expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(file.headers.get('cache-control')).toContain('no-store')
  const data = childDataRoutes.data.response.parse(file.json)
  expect(Object.keys(data)).toEqual([...CHILD_TABLES])
  expect(data).toMatchObject({
    child: [{ user_id: zuzanna.id, display_name: 'Zuzanna', nickname: zuzanna.nickname, class_name: '3b' }],
    sign_ins: [{ created_at: expect.stringMatching(/Z$/) }],
    wrong_pins: [{ wrong_on_day: 1 }],
    link_codes: [{ expires_at: '2026-04-01T19:00:00.000Z' }],
    practice_days: [{ practice_day: '2026-03-18', points: 10, attempts: 2 }],
    sessions: [{ session_id: sessionId, score: 10, completed_at: '2026-03-18T19:00:00.000Z' }],
    attempts: [
      { place: 0, correct: 1, at: '2026-03-18T19:00:00.000Z' },
      { place: 1, correct: 1 },
    ],
    player: [{ nickname: zuzanna.nickname }],
    board_sessions: [
      { submission_id: sessionId, practice_day: '2026-03-18', league: 'addition_facts', score: 10 },
      { submission_id: 'submission-of-the-guest', score: 20 },
    ],
    board_days: [{ league: 'addition_facts', score: 30, sessions: 2 }],
    battles: [],
  })
  for (const secret of [playerToken, sessionToken, tokenHash(playerToken), tokenHash(sessionToken), 'Ben']) {
    expect(file.text).not.toContain(secret)
  }
  // The first download is in the access log of the second.
  app.clock.nowMs += 1000
  const again = childDataRoutes.data.response.parse(
    (await parent.get(`/api/children/${zuzanna.id}/data`)).json,
  )
  const looked = { at: expect.any(String), kind: 'export', adult_role: 'parent' }
  const before = data.looked_at ?? []
  expect(again).toEqual({ ...data, looked_at: expect.arrayContaining([...before, looked]) })
  expect(again.looked_at).toHaveLength(before.length + 1)
  expect(app.lines.filter((line) => line.includes('Zuzanna'))).toEqual([])
})

test('[ACC-31] each table is a CSV file with a header line, even if it is empty', async () => {
  const { teacher, zuzanna, sessionId } = await practicedChild()
  const csv = async (table: string) => {
    const answer = await teacher.get(`/api/children/${zuzanna.id}/data/${table}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="tenfold-child-${table}.csv"`,
    )
    return answer.text.split('\r\n')
  }
  const [header, first, second, ...rest] = await csv('attempts')
  expect(header).toBe(
    'session_id,place,fact,given,correct,attempt,points,response_ms,entry_ms,time_factor,visual_used,at,set_aside',
  )
  expect(first).toBe(`${sessionId},0,addition-1-1,2,1,1,5,1500,,,0,2026-03-18T19:00:00.000Z,`)
  expect([second?.split(',')[1], rest]).toEqual(['1', ['']])
  const [columns, ...none] = await csv('battles')
  expect(columns).toMatch(/^battle_id,division,preference,started_at,ended_at,/)
  expect(none).toEqual([''])
  expect((await csv('board_days'))[1]).toMatch(/^2026-03-18,addition_facts,/)
  for (const table of CHILD_TABLES) expect((await csv(table))[0]?.length).toBeGreaterThan(5)
  expect((await teacher.get(`/api/children/${zuzanna.id}/data/guest`)).status).toBe(400)
})

/** Reads a line of CSV as RFC 4180 §2 says. */
function read(line: string): string[] {
  const cells = [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('[ACC-31] a cell reads back unchanged, and no text is run as a formula', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', 'a', '1', ' ', 'é'),
  })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const cells = read(texts.map(csvCell).join(','))
      expect(cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(texts)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
  expect([csvCell(-5), csvCell(null), csvCell('-5')]).toEqual(['-5', '', "'-5"])
})

test('[ACC-31] a file that cannot be written completely is cut off and cannot pass for a complete one', async () => {
  const database = openSqlite({ dataDir: tempFolder() })
  const data = sqlStudentDataStore(database)
  const childData: typeof data = {
    ...data,
    rowsOf: (child, table) => {
      if (table === 'board_days') throw new StorageUnavailable()
      return data.rowsOf(child, table)
    },
  }
  const { teacher, zuzanna } = await practicedChild({ database, accounts: { childData } })
  await expect(teacher.get(`/api/children/${zuzanna.id}/data`)).rejects.toThrow()
})
