import { describe, expect, test } from 'vitest'
import { tokenHash } from '../../server/guest/token.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { addedChildren, madeClass, signedUp } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { battlePlayer, wishOf } from '../factories/battle-player.ts'
import { everyTable } from '../factories/every-table.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { ADAPTERS } from '../storage/adapters.ts'
import { classOfTwo } from './students.ts'

const SESSION = '/api/guest/session'

async function nameOf({ database }: RunningApp, sessionToken: string): Promise<unknown> {
  const rows = (await everyTable(database)).get('guest') ?? []
  return rows.find((row) => row['token_hash'] === tokenHash(sessionToken))?.['nickname']
}

describe.each(ADAPTERS)('nicknames of students on $name', ({ open }) => {
  test('[NIC-6] a guest who asks for a student’s nickname gets another, always the same, in every call', async () => {
    const { app, ana, ben } = await classOfTwo({ database: await open() })
    for (const { nickname } of [ana, ben]) {
      const [first, second] = [newToken(), newToken()]
      await app.post(SESSION, sessionBody({ sessionToken: first, nickname }))
      const given = await nameOf(app, first)
      expect(given).not.toBe(nickname)
      for (let again = 0; again < 2; again += 1) {
        const { json } = await app.post(SESSION, sessionBody({ sessionToken: first, nickname }))
        expect(json).toMatchObject({ nickname: given })
      }
      await app.post('/api/guest/score', scoreBody({ sessionToken: first, nickname }))
      expect(await nameOf(app, first)).toBe(given)
      await app.post('/api/guest/score', scoreBody({ sessionToken: second, nickname }))
      expect([nickname, given]).not.toContain(await nameOf(app, second))
    }
  })

  test('[NIC-6] a guest gets no nickname of a student who has never signed in', async () => {
    const app = await startApp({ database: await open() })
    const teacher = await signedUp(app, 'teacher')
    const { id } = await madeClass(teacher)
    for (const { nickname } of await addedChildren(teacher, id, ['Ana', 'Ben', 'Zoë'])) {
      const { json } = await app.post(SESSION, sessionBody({ nickname }))
      expect(json).not.toMatchObject({ nickname })
      const sessionToken = newToken()
      await app.post('/api/guest/score', scoreBody({ sessionToken, nickname }))
      expect(await nameOf(app, sessionToken)).not.toBe(nickname)
    }
  })

  test('[NIC-6] guests may have the nickname of another guest, of nobody, and one they had before a student', async () => {
    const { app, ana, ben } = await classOfTwo({ database: await open() })
    for (const nickname of ['CalmOwl7', 'CalmOwl7', 'Player']) {
      expect((await app.post(SESSION, sessionBody({ nickname }))).json).toMatchObject({ nickname })
    }
    const sessionToken = newToken()
    await app.post(SESSION, sessionBody({ sessionToken, nickname: 'BraveOwl7' }))
    await app.database.write(async ({ db }) => {
      const { nickname } = ana
      await db.updateTable('guest').set({ nickname: 'BraveOwl7' }).where('nickname', '=', nickname).execute()
      await db
        .updateTable('student')
        .set({ nickname: 'BraveOwl7' })
        .where('nickname', '=', nickname)
        .execute()
    })
    expect(
      (await app.post(SESSION, sessionBody({ sessionToken, nickname: 'BraveOwl7' }))).json,
    ).toMatchObject({
      nickname: 'BraveOwl7',
    })
    expect((await app.post(SESSION, sessionBody({ nickname: ana.nickname }))).json).toMatchObject({
      nickname: ana.nickname,
    })
    expect((await app.post(SESSION, sessionBody({ nickname: ben.nickname }))).json).not.toMatchObject({
      nickname: ben.nickname,
    })
  })

  test.each(['known', 'new'])(
    '[NIC-6] a %s guest plays battles under no student’s nickname',
    async (kind) => {
      const database = await open()
      const { app, ana } = await classOfTwo({
        database,
        battles: {
          store: sqlBattleStore(database),
          length: { durationMs: 60_000, countdownSeconds: 1, problemCount: 150 },
        },
      })
      const other = await battlePlayer(app.url)
      other.join({ nickname: 'CalmOwl7' })
      await other.next('queue-joined')
      const guest = await battlePlayer(app.url)
      if (kind === 'known') await app.post(SESSION, sessionBody({ sessionToken: guest.playerId }))
      guest.send('join-battle-queue', wishOf(guest.playerId, { nickname: ana.nickname }))
      expect((await other.next('battle-countdown')).opponents).toMatchObject([{ nickname: 'Player' }])
      expect((await guest.next('battle-countdown')).opponents).toMatchObject([{ nickname: 'CalmOwl7' }])
      const rows = (await everyTable(database)).get('guest') ?? []
      expect(rows.filter((row) => row['nickname'] === ana.nickname)).toHaveLength(1)
    },
  )
})
