import { expect, onTestFinished, test } from 'vitest'
import { tokenHash } from '../../../server/guest/token.ts'
import { openPostgres } from '../../../server/storage/postgres/postgres-database.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../../factories/accounts.ts'
import { answerRight } from '../../factories/battle-server.ts'
import { battlePlayer, wishOf, type BattlePlayer } from '../../factories/battle-player.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { tablesWith } from '../../factories/every-table.ts'
import { newToken, scoreBody } from '../../factories/guest-calls.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeRedis, freshRedis, type AnyRedis } from '../../factories/redis.ts'
import { describeOwnRedis, freshOwnRedis } from '../../factories/redis-server.ts'

/** Two processes, and a class of two: the teacher at the first process, the pages of the children at the second. */
async function school(battleSeconds: number, redis: AnyRedis) {
  const url = await freshDatabase()
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    AUTH_SECRET: newToken().repeat(2),
    BATTLE_SECONDS: String(battleSeconds),
    BATTLE_COUNTDOWN_SECONDS: '1',
  }
  const [here, there] = await Promise.all([startBuilt(settings), startBuilt(settings)])
  if (!here || !there) throw new Error('two servers')
  const app = { url: here.origin }
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const made = await addedChildren(teacher, classId, ['Zuzanna', 'Ben'])
  const children = await Promise.all(
    made.map(async (child) => {
      const browser = await signedIn(app, code, child)
      const { playerToken } = (await browser.get('/api/me')).json as { playerToken: string }
      const page = await battlePlayer(there.origin, { playerId: playerToken })
      return { ...child, playerToken, page }
    }),
  )
  const [gone, rival] = children
  if (!gone || !rival) throw new Error('two were made')
  const database = await openPostgres({ url })
  onTestFinished(() => database.close())
  const remove = () => teacher.call('DELETE', `/api/children/${gone.id}`)
  const traces = [gone.name, gone.nickname, gone.playerToken, tokenHash(gone.playerToken)]
  const left = async () => ({
    traces: await tablesWith(database, traces),
    id: await tablesWith(database, [gone.id]),
  })
  return { there, database, gone, rival, remove, left }
}

/** What is left of a deleted child: its id, in the record of who deleted it (ADR 0040). */
const DELETED = { traces: [], id: ['child_access'] }

type School = Awaited<ReturnType<typeof school>>

/** Both are in a battle at the second process and have points. */
async function inBattle({ gone, rival }: School): Promise<void> {
  gone.page.join({ nickname: gone.nickname })
  rival.page.join({ nickname: rival.nickname })
  const start = await gone.page.next('battle-start')
  await rival.page.next('battle-start')
  // As quick as a person can be.
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const { page } of [gone, rival]) answerRight(page, start, 0, 300)
  await rival.page.next('battle-score-update')
  await rival.page.next('battle-score-update')
}

/** The rival keeps the battle, and of the other child there is nothing. */
async function onlyTheRivalHasIt({ there, rival, left }: School): Promise<void> {
  await rival.page.next('battle-end')
  await expect
    .poll(async () => (await fetch(`${there.origin}/api/battles/stats/${rival.playerToken}`)).json())
    .toMatchObject({ battles: 1 })
  expect(await left()).toEqual(DELETED)
}

async function scoreOf({ there, gone }: School): Promise<number> {
  const body = JSON.stringify(scoreBody({ sessionToken: gone.playerToken }))
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${there.origin}/api/guest/score`, { method: 'POST', headers, body })).status
}

describePostgres('a child is deleted at one process', () => {
  describeRedis('and was at another', () => {
    test('[ACC-32, ARE-21] its page there is closed, out of the battle, and nothing of it is stored', async () => {
      const here = await school(5, await freshRedis())
      await inBattle(here)
      expect((await here.remove()).status).toBe(200)
      await here.gone.page.closed
      await onlyTheRivalHasIt(here)
    })

    test('[ACC-32, ARE-21] it is out of the queue there: who comes next waits alone', async () => {
      const here = await school(5, await freshRedis())
      here.gone.page.join()
      expect(await here.gone.page.next('queue-joined')).toEqual({ position: 1 })
      expect((await here.remove()).status).toBe(200)
      await here.gone.page.closed
      here.rival.page.join()
      expect(await here.rival.page.next('queue-joined')).toEqual({ position: 1 })
      expect(await here.left()).toEqual(DELETED)
    })

    test.each([
      { what: 'a place in the queue', ask: (page: BattlePlayer) => page.join() },
      {
        what: 'a battle with a computer',
        ask: (page: BattlePlayer) =>
          page.send('start-computer-battle', { ...wishOf(page.playerId), botId: 'bot-1' }),
      },
    ])(
      '[ACC-32, ARE-21] a process that began after it gives its open page $what no more',
      async ({ ask }) => {
        const here = await school(4, await freshRedis())
        expect((await here.remove()).status).toBe(200)
        await here.there.kill()
        await here.there.start()
        const page = await battlePlayer(here.there.origin, { playerId: here.gone.playerToken })
        ask(page)
        expect(await page.next('battle-error')).toMatchObject({ code: 'bad_event' })
        const guest = await battlePlayer(here.there.origin)
        guest.join()
        expect(await guest.next('queue-joined')).toEqual({ position: 1 })
        expect(page.received.map(({ name }) => name)).toEqual(['battle-error'])
      },
    )

    test('[ACC-32, ARE-21] a process that began after it knows it as well', async () => {
      const here = await school(4, await freshRedis())
      await inBattle(here)
      expect((await here.remove()).status).toBe(200)
      await here.there.kill()
      await here.there.start()
      expect(await scoreOf(here)).toBe(404)
      expect(await here.left()).toEqual(DELETED)
    })
  })

  describeOwnRedis('and was at another, from which no word comes', () => {
    test('[ACC-32, ARE-21] while Redis carries no word it is deleted all the same: the battle ends without it, and the page is closed when the word gets through', async () => {
      const redis = await freshOwnRedis()
      const here = await school(4, redis)
      await inBattle(here)
      redis.signal('SIGSTOP')
      const scores: Promise<number>[] = []
      const sending = setInterval(() => scores.push(scoreOf(here)), 50)
      expect((await here.remove()).status).toBe(200)
      clearInterval(sending)
      await Promise.all(scores)
      expect(await scoreOf(here)).toBe(404)
      expect(await here.left()).toEqual(DELETED)
      await onlyTheRivalHasIt(here)
      redis.signal('SIGCONT')
      await here.gone.page.closed
      expect(await here.left()).toEqual(DELETED)
    })
  })
})
