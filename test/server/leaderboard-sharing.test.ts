import { expect, test } from 'vitest'
import { cachedValue } from '../../server/http/cached-value.ts'
import { startApp } from '../factories/app.ts'
import { boardsAge, play, playersOf } from '../factories/board-calls.ts'
import { newToken, scoreBody } from '../factories/guest-calls.ts'

test('[LB-12] a thousand simultaneous callers share one computation; an old one is recomputed', async () => {
  let computed = 0
  let elapsedMs = 5_000
  const board = cachedValue(
    async (day) => `${day}: ${(computed += 1)}`,
    900,
    () => elapsedMs,
  )
  const answers = await Promise.all(Array.from({ length: 1000 }, () => board.get('monday')))
  expect(new Set(answers)).toEqual(new Set(['monday: 1']))
  elapsedMs += 899
  expect(await board.get('monday')).toBe('monday: 1')
  expect(await board.get('tuesday')).toBe('tuesday: 2')
  elapsedMs += 900
  expect(await board.get('tuesday')).toBe('tuesday: 3')
})

test('[LB-12] a thousand clients within a second have the board computed once, with a token or without', async () => {
  const app = await startApp()
  for (let problems = 1; problems <= 3; problems += 1) await play(app, problems)
  const computed = async () => {
    const { text } = await app.get('/metrics')
    return Number(/^boards_computed_total\{board="players"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await computed()
  const clients = Array.from({ length: 1000 }, (_, client) => {
    app.clock.elapsedMs += client % 2 === 0 ? 0 : 1
    const query = 'league=addition_facts&limit=50'
    return playersOf(app, client % 3 === 0 ? `${query}&sessionToken=${newToken()}` : query)
  })
  for (const { entries } of await Promise.all(clients)) expect(entries).toHaveLength(3)
  expect(await computed()).toBe(before + 1)
  boardsAge(app)
  await playersOf(app, 'league=addition_facts')
  expect(await computed()).toBe(before + 2)
})

test('[LB-12] a failed computation is reported to those who waited for it, and not cached', async () => {
  let fails = true
  const board = cachedValue(
    async () => {
      if (fails) throw new Error('the database is away')
      return 'a board'
    },
    900,
    () => 0,
  )
  await expect(Promise.all([board.get('monday'), board.get('monday')])).rejects.toThrow('away')
  fails = false
  expect(await board.get('monday')).toBe('a board')
})

test("[LB-12] a score is on the player's own board at once, and on everybody’s within a second", async () => {
  const app = await startApp()
  const plain = 'league=addition_facts'
  expect((await playersOf(app, plain)).entries).toEqual([])
  const sessionToken = newToken()
  const score = () => app.post('/api/guest/score', scoreBody({ sessionToken }))
  for (const points of [20, 40]) {
    await score()
    expect(await playersOf(app, `${plain}&sessionToken=${sessionToken}`)).toMatchObject({
      entries: [{ rank: 1, score: points, guestSessionId: sessionToken }],
      user: null,
    })
  }
  await app.post('/api/guest/score', scoreBody())
  expect((await playersOf(app, plain)).entries).toHaveLength(1)
  boardsAge(app)
  expect((await playersOf(app, plain)).entries).toHaveLength(2)
})
