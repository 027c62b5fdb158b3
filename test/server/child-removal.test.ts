import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokenHash } from '../../server/guest/token.ts'
import { removeGuest } from '../../server/ops/removal.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import {
  addedChildren,
  madeClass,
  signedIn,
  signedUp,
  wrongPin,
  type MadeChild,
} from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { battlePlayer, type BattlePlayer } from '../factories/battle-player.ts'
import { answerRight } from '../factories/battle-server.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { DAY } from '../factories/guests.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'
import { movableClock } from '../factories/movable-clock.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { tempFolder } from '../factories/temp-folder.ts'

/** Where this stands in the files of the embedded database, its journal included. */
function filesWith(dataDir: string, text: string): string[] {
  return readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(text))
}

test('[ACC-32] nothing of a deleted child remains in the files, the journal included', async () => {
  const dataDir = tempFolder()
  const app = await startApp({ dataDir, database: openSqlite({ dataDir }) })
  const teacher = await signedUp(app, 'teacher')
  const { id } = await madeClass(teacher)
  const [child] = await addedChildren(teacher, id, ['Zuzanna-Unique'])
  if (!child) throw new Error('one was made')
  expect(filesWith(dataDir, 'Zuzanna-Unique')).not.toEqual([])
  expect((await teacher.call('DELETE', `/api/children/${child.id}`)).status).toBe(200)
  for (const text of ['Zuzanna-Unique', child.nickname]) expect(filesWith(dataDir, text)).toEqual([])
})

/** A server whose battles are stored, with a class of three who are signed in and a parent of the first. */
async function school() {
  const database = openSqlite({ dataDir: tempFolder() })
  const time = movableClock()
  const app = await startApp({
    database,
    battles: {
      clock: time,
      length: { durationMs: 60_000, countdownSeconds: 1, problemCount: 150 },
      store: sqlBattleStore(database),
    },
  })
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const made = await addedChildren(teacher, classId, ['Zuzanna', 'Ben', 'Cem'])
  // There was time to practice in.
  app.clock.nowMs += 60_000
  const children = await Promise.all(
    made.map(async (child) => {
      const browser = await signedIn(app, code, child)
      const { playerToken } = (await browser.get('/api/me')).json as { playerToken: string }
      const player = (): Promise<BattlePlayer> => battlePlayer(app.url, { playerId: playerToken })
      return { ...child, browser, playerToken, player }
    }),
  )
  const [zuzanna, ben, cem] = children
  if (!zuzanna || !ben || !cem) throw new Error('three were made')
  const parent = await signedUp(app, 'parent')
  const { json } = await teacher.post(`/api/children/${zuzanna.id}/link-code`)
  await parent.post('/api/children/link', { code: (json as { code: string }).code })
  const enter = (child: MadeChild, pin = child.pin) =>
    new Browser(app).post('/api/account/child/sign-in', { code, name: child.name, pin })
  return { app, database, time, teacher, parent, zuzanna, ben, cem, enter }
}

type School = Awaited<ReturnType<typeof school>>

/** Whatever of these texts stands anywhere in any row but that of the deletion itself, which has the id (ACC-45). */
async function textsFound(
  { database }: Pick<School, 'database'>,
  texts: readonly string[],
): Promise<string[]> {
  const rows = [...(await everyTable(database)).values()].flat()
  const everything = JSON.stringify(rows.filter((row) => row['kind'] !== 'deletion'))
  return texts.filter((text) => everything.includes(text))
}

async function practiced({ browser }: School['zuzanna']): Promise<void> {
  const session = beginBody()
  await browser.post('/api/practice/sessions', session)
  await browser.post('/api/practice/logs', attemptBody(session.id, 0))
  expect((await browser.call('PATCH', `/api/practice/sessions/${session.id}`, {})).status).toBe(200)
}

test("[LB-26] an operator who removes guests cannot remove a student's rows", async () => {
  const { app, database, zuzanna } = await school()
  await practiced(zuzanna)
  const board = async () => (await app.get('/api/guest/leaderboard?league=addition_facts')).json as unknown[]
  const [row] = (await board()) as [{ id: string }]
  for (const text of [zuzanna.nickname, zuzanna.playerToken, row.id]) {
    const by = { operator: 'operator', nowMs: 5_000 }
    const removed = await removeGuest(sqlRemovalStore(database), { text, tokenHash: tokenHash(text) }, by)
    expect(removed.exitCode).toBe(1)
  }
  expect(await board()).toEqual([row])
  expect((await everyTable(database)).get('removal')).toEqual([])
})

test('[STU-11, ACC-32] a child deleted during a battle is in no row, in no queue and in nothing stored later', async () => {
  const here = await school()
  const { app, database, time, teacher, zuzanna, ben, enter } = here
  await practiced(zuzanna)
  await practiced(ben)
  const guestToken = newToken()
  await app.post('/api/guest/score', scoreBody({ sessionToken: guestToken }))
  await zuzanna.browser.post('/api/me/guest', { sessionToken: guestToken })
  await teacher.post(`/api/children/${zuzanna.id}/link-code`)
  await enter(zuzanna, wrongPin(zuzanna.pin))
  const publicId = (await app.get(`/api/guest/leaderboard?league=addition_facts`)).json as { id: string }[]
  const traces = [
    zuzanna.id,
    zuzanna.id.toLowerCase(),
    zuzanna.name,
    zuzanna.nickname,
    zuzanna.playerToken,
    tokenHash(zuzanna.playerToken),
    tokenHash(guestToken),
    String(publicId[0]?.id),
  ]
  expect((await textsFound(here, traces)).length).toBe(traces.length - 1)

  const [one, two] = [await zuzanna.player(), await ben.player()]
  one.join({ nickname: zuzanna.nickname })
  await one.next('queue-joined')
  two.join({ nickname: ben.nickname })
  await two.next('battle-countdown')
  time.forward(1000)
  const start = await one.next('battle-start')
  await two.next('battle-start')
  time.forward(1500)
  answerRight(one, start, 0, 1500)
  answerRight(two, start, 0, 1500)
  await two.next('battle-score-update')
  await two.next('battle-score-update')

  const removed = await teacher.call('DELETE', `/api/children/${zuzanna.id}`)
  expect(removed).toMatchObject({ status: 200, json: { removed: 'deleted' } })
  await one.closed
  expect(await textsFound(here, traces)).toEqual([])

  // The page that is still open can neither come back nor make a player of that token.
  const again = await zuzanna.player()
  again.join()
  expect(await again.next('battle-error')).toMatchObject({ code: 'bad_event' })
  const sent = [
    app.post('/api/guest/session', { sessionToken: zuzanna.playerToken, nickname: zuzanna.nickname }),
    app.post(`/api/guest/session/${zuzanna.playerToken}/time`, { additionalTime: 5 }),
    app.post('/api/guest/score', scoreBody({ sessionToken: zuzanna.playerToken })),
  ]
  for (const answer of await Promise.all(sent)) expect(answer.status).toBe(404)
  expect((await zuzanna.browser.get('/api/me')).status).toBe(401)
  expect((await zuzanna.browser.post('/api/practice/sessions', beginBody())).status).toBe(401)

  // The other child plays on, and keeps the battle.
  time.forward(60_000)
  two.send('battle-timeout', { battleId: start.battleId, finalScore: 5, problemsAnswered: 1 })
  await two.next('battle-end')
  await expect
    .poll(async () => (await app.get(`/api/battles/stats/${ben.playerToken}`)).json)
    .toMatchObject({ battles: 1 })
  expect(await textsFound(here, traces)).toEqual([])
  expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions: 1 })
  expect(app.lines.filter((line) => traces.some((trace) => line.includes(trace)))).toEqual([])
})

test('[STU-11, ACC-32] a child deleted while waiting leaves the queue: the next one waits alone', async () => {
  const { teacher, cem, ben } = await school()
  const waiting = await cem.player()
  waiting.join()
  expect(await waiting.next('queue-joined')).toEqual({ position: 1 })
  expect((await teacher.call('DELETE', `/api/children/${cem.id}`)).status).toBe(200)
  await waiting.closed
  const next = await ben.player()
  next.join()
  expect(await next.next('queue-joined')).toEqual({ position: 1 })
})

test('[ACC-32] a linked parent can end the link, which deletes nothing', async () => {
  const { parent, teacher, zuzanna } = await school()
  expect((await parent.call('DELETE', `/api/children/${zuzanna.id}`)).status).toBe(404)
  expect((await parent.call('DELETE', `/api/children/${zuzanna.id}/guardian`)).json).toEqual({ done: true })
  expect((await parent.get('/api/children')).json).toMatchObject({ children: [] })
  for (const path of ['', '/progress', '/data', '/data/child']) {
    expect((await parent.get(`/api/children/${zuzanna.id}${path}`)).status).toBe(404)
  }
  expect((await parent.call('DELETE', `/api/children/${zuzanna.id}/guardian`)).status).toBe(404)
  expect((await teacher.get(`/api/children/${zuzanna.id}`)).json).toMatchObject({ guardians: 0 })
})

test("[ACC-32] a child of one's own family is deleted, not removed, and only by the parent", async () => {
  const { parent, teacher } = await school()
  const made = await parent.post('/api/children', { name: 'Kim' })
  const [kim] = (made.json as { children: MadeChild[] }).children
  const letGo = await parent.call('DELETE', `/api/children/${kim?.id}/guardian`)
  expect(letGo).toMatchObject({ status: 409, json: { code: 'conflict' } })
  expect((await teacher.call('DELETE', `/api/children/${kim?.id}`)).status).toBe(404)
  expect((await parent.call('DELETE', `/api/children/${kim?.id}`)).json).toEqual({ removed: 'deleted' })
  expect((await parent.call('DELETE', `/api/children/${kim?.id}`)).status).toBe(404)
})
