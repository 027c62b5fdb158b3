import { expect, test } from 'vitest'
import { asPlayer } from '../../server/student/as-player.ts'
import { PlayersDeleted } from '../../server/guest/port.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { boardsAge, playersOf } from '../factories/board-calls.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { answerRight } from '../factories/battle-server.ts'
import type { Browser } from '../factories/browser-user.ts'
import { DAY } from '../factories/guests.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { movableClock } from '../factories/movable-clock.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { tempFolder } from '../factories/temp-folder.ts'

async function tokenOf(browser: Browser): Promise<string> {
  return ((await browser.get('/api/me')).json as { playerToken: string }).playerToken
}

/** A class of Ana and Ben on a server that has battles and stores them. */
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
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  // There was time to practice in.
  app.clock.nowMs += 60_000
  const newPin = async (child: MadeChild): Promise<MadeChild> => {
    const { status, json } = await teacher.post(`/api/children/${child.id}/pin`)
    expect(status).toBe(200)
    return json as MadeChild
  }
  const board = async (token: string) => {
    const { entries, user } = await playersOf(app, `league=addition_facts&sessionToken=${token}`)
    const own = [...entries, ...(user ? [user] : [])].find((row) => row.guestSessionId === token)
    return { entries, own }
  }
  const statsOf = async (token: string) => (await app.get(`/api/guest/daily-stats/${token}`)).json
  return { app, database, time, teacher, classId, code, ana, ben, newPin, board, statsOf }
}

type School = Awaited<ReturnType<typeof school>>

async function practiced(browser: Browser): Promise<void> {
  const session = beginBody()
  await browser.post('/api/practice/sessions', session)
  await browser.post('/api/practice/logs', attemptBody(session.id, 0))
  expect((await browser.call('PATCH', `/api/practice/sessions/${session.id}`, {})).status).toBe(200)
}

/** Everything that takes a session token says of this one that it is nobody's. */
async function expectRefused({ app, board }: School, token: string): Promise<void> {
  const calls = [
    app.get(`/api/guest/session/${token}`),
    app.post('/api/guest/session', { sessionToken: token, nickname: 'SwiftFox42' }),
    app.post('/api/guest/score', scoreBody({ sessionToken: token })),
    app.post(`/api/guest/session/${token}/time`, { additionalTime: 5 }),
  ]
  for (const answer of await Promise.all(calls)) {
    expect(answer, JSON.stringify(answer.json)).toMatchObject({ status: 404 })
  }
  expect((await board(token)).own).toBeUndefined()
}

test('[ACC-84] a new PIN revokes the old player token everywhere, and the child keeps its row and its points', async () => {
  const here = await school()
  const { app, database, code, ana, ben, newPin, board } = here
  const [first, bens] = [await signedIn(app, code, ana), await signedIn(app, code, ben)]
  await practiced(first)
  await practiced(bens)
  const [old, bensToken] = [await tokenOf(first), await tokenOf(bens)]
  const before = await board(bensToken)
  const { own } = await board(old)
  expect(own).toMatchObject({ guestSessionId: old, rank: expect.any(Number) })

  const renewed = await newPin(ana)
  expect((await first.get('/api/me')).status).toBe(401)
  await expectRefused(here, old)
  // Nobody else's row is another one.
  boardsAge(app)
  expect(await board(bensToken)).toEqual(before)
  expect(await tokenOf(bens)).toBe(bensToken)

  const again = await signedIn(app, code, renewed)
  const token = await tokenOf(again)
  expect(token).not.toBe(old)
  expect((await board(token)).own).toEqual({ ...own, guestSessionId: token })
  expect((await again.get('/api/daily-stats')).json).toMatchObject((await here.statsOf(token)) as object)
  const { json } = await again.get('/api/me/progress')
  expect(json).toMatchObject({ totals: { points: own?.score } })
  app.clock.nowMs += 60_000
  await practiced(again)
  boardsAge(app)
  const after = (await board(token)).own
  expect(after?.id).toBe(own?.id)
  expect(after?.score).toBe(2 * (own?.score ?? 0))
  expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
})

test('[ACC-84] each new PIN creates another token, even for a child that has never played', async () => {
  const here = await school()
  const { app, teacher, classId, code, ana, newPin } = here
  let child = await newPin(ana)
  const tokens: string[] = []
  for (let round = 0; round < 3; round += 1) {
    tokens.push(await tokenOf(await signedIn(app, code, child)))
    child = await newPin(child)
  }
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens) await expectRefused(here, token)
  const last = await tokenOf(await signedIn(app, code, child))
  await teacher.post(`/api/classes/${classId}/pins`, { pinKind: 'pictures' })
  await expectRefused(here, last)
})

test('[ACC-84] signing a child out everywhere revokes its token and ends its session, but keeps PIN and points', async () => {
  const here = await school()
  const { app, teacher, code, ana, board } = here
  const first = await signedIn(app, code, ana)
  await practiced(first)
  const old = await tokenOf(first)
  const { own } = await board(old)
  const other = await signedUp(app, 'teacher')
  expect((await other.post(`/api/children/${ana.id}/sign-out`)).status).toBe(404)
  expect((await first.post(`/api/children/${ana.id}/sign-out`)).status).toBe(403)
  expect(await tokenOf(first)).toBe(old)
  expect((await teacher.post(`/api/children/${ana.id}/sign-out`)).status).toBe(200)
  expect((await first.get('/api/me')).status).toBe(401)
  await expectRefused(here, old)
  const token = await tokenOf(await signedIn(app, code, ana))
  expect(token).not.toBe(old)
  expect((await board(token)).own).toEqual({ ...own, guestSessionId: token })
})

test('[ACC-84] archiving a class signs its children out and changes their tokens', async () => {
  const here = await school()
  const { app, teacher, classId, code, ana } = here
  const old = await tokenOf(await signedIn(app, code, ana))
  await teacher.call('PATCH', `/api/classes/${classId}`, { archived: true })
  await expectRefused(here, old)
  await teacher.call('PATCH', `/api/classes/${classId}`, { archived: false })
  expect(await tokenOf(await signedIn(app, code, ana))).not.toBe(old)
})

test('[ACC-84] closes a connection with the old token and gives up its battle; earlier battles stay the child’s', async () => {
  const here = await school()
  const { app, database, time, code, ana, ben, newPin } = here
  const old = await tokenOf(await signedIn(app, code, ana))
  const bens = await tokenOf(await signedIn(app, code, ben))
  const [one, two] = [
    await battlePlayer(app.url, { playerId: old }),
    await battlePlayer(app.url, { playerId: bens }),
  ]
  const battle = async () => {
    one.join({ nickname: ana.nickname })
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
    return start
  }
  const over = async ({ battleId }: { battleId: string }) => {
    time.forward(60_000)
    for (const page of [one, two])
      page.send('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
    await two.next('battle-end')
  }
  const statsOf = async (token: string) => (await app.get(`/api/battles/stats/${token}`)).json
  await over(await battle())
  await expect.poll(() => statsOf(old)).toMatchObject({ battles: 1 })
  const won = await statsOf(old)

  const going = await battle()
  const renewed = await newPin(ana)
  await one.closed
  const back = await battlePlayer(app.url, { playerId: old })
  back.join()
  expect(await back.next('battle-error')).toMatchObject({ code: 'bad_event' })
  await over(going)
  await expect.poll(() => statsOf(bens)).toMatchObject({ battles: 2 })
  expect(await statsOf(old)).toMatchObject({ battles: 0 })

  const token = await tokenOf(await signedIn(app, code, renewed))
  expect(await statsOf(token)).toEqual(won)
  const again = await battlePlayer(app.url, { playerId: token })
  again.join()
  expect(await again.next('queue-joined')).toEqual({ position: 1 })
  expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
})

test('[ACC-84] activity in progress while the token changed counts under the new one; deleted children stay deleted', async () => {
  const tokens = ['old', 'new']
  const gone = new PlayersDeleted(new Set(['x']))
  const students = {
    playerOf: async () => ({
      token: tokens.shift() ?? 'new',
      nickname: 'SwiftFox42',
      isOnBoards: true,
    }),
  }
  const seen: string[] = []
  const act = async ({ token }: { token: string }): Promise<string> => {
    seen.push(token)
    if (token === 'old') throw gone
    return token
  }
  expect(await asPlayer(students, 'ana', act)).toBe('new')
  expect(seen).toEqual(['old', 'new'])
  await expect(asPlayer(students, 'ana', () => Promise.reject(gone))).rejects.toBe(gone)
})
