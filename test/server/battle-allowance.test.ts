import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { battlePlayer, wishOf, type BattlePlayer } from '../factories/battle-player.ts'
import { answerRight } from '../factories/battle-server.ts'
import { movableClock } from '../factories/movable-clock.ts'
import { tempFolder } from '../factories/temp-folder.ts'

/** A server whose guests have so many seconds a day, as the setting says it. */
async function arenaWith(guestDailySeconds: string) {
  const database = openSqlite({ dataDir: tempFolder() })
  const time = movableClock()
  const app = await startApp({
    database,
    site: readConfig({ GUEST_DAILY_SECONDS: guestDailySeconds }).site,
    battles: {
      clock: time,
      length: { durationMs: 60_000, countdownSeconds: 1, problemCount: 150 },
      store: sqlBattleStore(database),
    },
  })
  const played = async ({ playerId }: BattlePlayer) =>
    ((await app.get(`/api/guest/session/${playerId}`)).json as { timePlayedToday: number }).timePlayedToday
  return { app, time, played }
}

function meetBot(player: BattlePlayer): void {
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-1' })
}

test('[BAT-108, BAT-107] a guest without time left gets no queue place and no computer battle, and plays one that goes on to its end', async () => {
  const { app, time, played } = await arenaWith('60')
  const guest = await battlePlayer(app.url)
  await app.post(`/api/guest/session/${guest.playerId}/time`, { additionalTime: 40 })
  meetBot(guest)
  await guest.next('battle-countdown')
  time.forward(1000)
  const start = await guest.next('battle-start')
  time.forward(2000)
  answerRight(guest, start, 0)
  await guest.next('battle-score-update')
  // Practice in another tab has used up the rest: the battle goes on, and joining again leads back into it.
  await app.post(`/api/guest/session/${guest.playerId}/time`, { additionalTime: 20 })
  meetBot(guest)
  expect(await guest.next('battle-start')).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
  time.forward(62_000)
  await guest.next('battle-end')
  await expect.poll(() => played(guest)).toBe(120)

  guest.join()
  expect(await guest.next('battle-error')).toMatchObject({ code: 'no_time_left' })
  meetBot(guest)
  expect(await guest.next('battle-error')).toMatchObject({ code: 'no_time_left' })
  app.clock.nowMs += 24 * 3600 * 1000
  guest.join()
  expect(await guest.next('queue-joined')).toEqual({ position: 1 })
})

test('[BAT-108, GST-7] with an allowance of 999999 there is no limit', async () => {
  const { app } = await arenaWith('999999')
  const guest = await battlePlayer(app.url)
  for (let hour = 0; hour < 25; hour += 1) {
    await app.post(`/api/guest/session/${guest.playerId}/time`, { additionalTime: 3600 })
  }
  guest.join()
  expect(await guest.next('queue-joined')).toEqual({ position: 1 })
})

test('[BAT-107, BAT-108] a student has no allowance to use up', async () => {
  const { app, time } = await arenaWith('30')
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const browser = await signedIn(app, code, ana)
  const { playerToken } = (await browser.get('/api/me')).json as { playerToken: string }
  const student = await battlePlayer(app.url, { playerId: playerToken })
  meetBot(student)
  await student.next('battle-countdown')
  time.forward(1000)
  answerRight(student, await student.next('battle-start'), 0)
  await student.next('battle-score-update')
  time.forward(62_000)
  await student.next('battle-end')
  student.join()
  expect(await student.next('queue-joined')).toEqual({ position: 1 })
})
