import { expect, test } from 'vitest'
import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { battlePlayer, wishOf } from '../factories/battle-player.ts'
import { movableClock } from '../factories/movable-clock.ts'
import { tempFolder } from '../factories/temp-folder.ts'

async function arenaOfAna(isAway = () => false) {
  const database = openSqlite({ dataDir: tempFolder() })
  const guests = sqlGuestStore(database)
  const time = movableClock()
  const app = await startApp({
    database,
    guests: {
      ...guests,
      find: (hash) => (isAway() ? Promise.reject(new Error('away')) : guests.find(hash)),
    },
    battles: {
      clock: time,
      length: { durationMs: 60_000, countdownSeconds: 1, problemCount: 150 },
      store: sqlBattleStore(database),
    },
  })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const browser = await signedIn(app, code, ana)
  const { playerToken } = (await browser.get('/api/me')).json as { playerToken: string }
  return { app, time, ana, playerToken }
}

test('[ACC-14] a student plays under the generated nickname, whatever the page says, and a guest under the page’s', async () => {
  const { app, ana, playerToken } = await arenaOfAna()
  const [student, guest] = [
    await battlePlayer(app.url, { playerId: playerToken }),
    await battlePlayer(app.url),
  ]
  guest.join({ nickname: 'CalmOwl7' })
  await guest.next('queue-joined')
  student.join({ nickname: 'Ana' })
  expect((await guest.next('battle-countdown')).opponents).toMatchObject([{ nickname: ana.nickname }])
  expect((await student.next('battle-countdown')).opponents).toMatchObject([{ nickname: 'CalmOwl7' }])
})

test('[ACC-14] neither does a student play a computer under another name', async () => {
  const { app, time, ana, playerToken } = await arenaOfAna()
  const student = await battlePlayer(app.url, { playerId: playerToken })
  student.send('start-computer-battle', { ...wishOf(playerToken, { nickname: 'Ana' }), botId: 'bot-1' })
  await student.next('battle-countdown')
  time.forward(1000)
  const { battleId } = await student.next('battle-start')
  time.forward(60_000)
  student.send('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
  expect(await student.next('battle-end')).toMatchObject({ currentPlayerNickname: ana.nickname })
})

test('[ACC-14] what a page sends while its name is looked up keeps its order', async () => {
  const { app, playerToken } = await arenaOfAna()
  const student = await battlePlayer(app.url, { playerId: playerToken })
  student.join()
  student.send('leave-battle-queue')
  student.join({ preference: 'subtraction' })
  expect(await student.next('queue-joined')).toEqual({ position: 1 })
  expect(await student.next('queue-joined')).toEqual({ position: 1 })
  // The first place was left: who waits for the same now waits alone.
  const guest = await battlePlayer(app.url)
  guest.join()
  expect(await guest.next('queue-joined')).toEqual({ position: 1 })
})

test('[ACC-14] without the database a guest can still join the queue', async () => {
  let isAway = false
  const { app } = await arenaOfAna(() => isAway)
  isAway = true
  const guest = await battlePlayer(app.url)
  guest.join()
  expect(await guest.next('queue-joined')).toEqual({ position: 1 })
})

test('[ACC-14] without the database nobody is shown under the name that a page sends', async () => {
  let isAway = false
  const { app, playerToken } = await arenaOfAna(() => isAway)
  const guest = await battlePlayer(app.url)
  guest.join({ nickname: 'CalmOwl7' })
  await guest.next('queue-joined')
  isAway = true
  const student = await battlePlayer(app.url, { playerId: playerToken })
  student.join({ nickname: 'Ana' })
  expect((await guest.next('battle-countdown')).opponents).toMatchObject([{ nickname: DEFAULT_NICKNAME }])
})
