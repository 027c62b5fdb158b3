import { EventEmitter, once } from 'node:events'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { tokenHash } from '../../../server/guest/token.ts'
import { answerRight, type RunningArena } from '../../factories/battle-server.ts'
import { battlePlayer, wishOf, type BattlePlayer } from '../../factories/battle-player.ts'
import { describeRedis, freshRedis, type AnyRedis } from '../../factories/redis.ts'
import { describeOwnRedis, freshOwnRedis } from '../../factories/redis-server.ts'
import { startSharedArenas } from '../../factories/shared-arena.ts'

type Two = {
  readonly arenas: readonly RunningArena[]
  readonly one: BattlePlayer
  readonly two: BattlePlayer
}

/** Two players, each at a process of one arena. */
async function twoPlayers(battleSeconds: number, redis: AnyRedis): Promise<Two> {
  const arenas = await startSharedArenas(2, { battleSeconds }, redis)
  const [first, second] = arenas
  if (!first || !second) throw new Error('two processes')
  const one = await battlePlayer(first.url)
  const two = await battlePlayer(second.url)
  return { arenas, one, two }
}

/** Answers as quick as a person can be. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300))
}

describeRedis('one arena of two processes', () => {
  test('[ARE-1] two players on two processes play each other to the end', async () => {
    const { arenas, one, two } = await twoPlayers(2, await freshRedis())
    one.join({ nickname: 'BraveOwl7' })
    expect(await one.next('queue-joined')).toEqual({ position: 1 })
    two.join({ nickname: 'CalmBear5' })
    const [countdown, other] = await Promise.all([one.next('battle-countdown'), two.next('battle-countdown')])
    expect(countdown.opponents.map(({ nickname }) => nickname)).toEqual(['CalmBear5'])
    expect(other.battleId).toBe(countdown.battleId)
    const [start, same] = await Promise.all([one.next('battle-start'), two.next('battle-start')])
    expect(same.problems).toEqual(start.problems)
    await pause()
    answerRight(one, start, 0, 300)
    expect((await two.next('battle-score-update')).scores).toEqual([
      { nickname: 'BraveOwl7', score: 5, you: false },
      { nickname: 'CalmBear5', score: 0, you: true },
    ])
    answerRight(two, start, 0, 300)
    const ends = await Promise.all([one.next('battle-end'), two.next('battle-end')])
    for (const { results } of ends) expect(results.map(({ score }) => score)).toEqual([5, 5])
    await expect.poll(() => arenas.flatMap(({ kept }) => kept)).toHaveLength(1)
  })

  test('[ARE-1] a player at another process sees that the opponent left', async () => {
    const { one, two } = await twoPlayers(30, await freshRedis())
    one.join()
    expect(await one.next('queue-joined')).toEqual({ position: 1 })
    two.join()
    await Promise.all([one.next('battle-start'), two.next('battle-start')])
    one.send('leave-battle-queue')
    const { scores } = await two.next('battle-score-update')
    expect(scores.find(({ you }) => !you)).toMatchObject({ left: true })
    // Nobody is held in a battle that was left.
    one.join()
    expect(await one.next('queue-joined')).toEqual({ position: 1 })
  })

  test('[ARE-10] a second tab at another process takes over and returns to the battle', async () => {
    const { arenas, one, two } = await twoPlayers(30, await freshRedis())
    one.join()
    two.join()
    const start = await one.next('battle-start')
    await two.next('battle-start')
    await pause()
    answerRight(one, start, 0, 300)
    await one.next('battle-score-update')
    const tab = await battlePlayer(arenas[1]?.url ?? '', { playerId: one.playerId })
    tab.join()
    expect(await one.next('battle-error')).toMatchObject({ code: 'taken_over' })
    const again = await tab.next('battle-start')
    expect(again).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
    answerRight(one, start, 1, 300)
    await pause()
    answerRight(tab, start, 1, 300)
    const { scores } = await tab.next('battle-score-update')
    expect(scores.find(({ you }) => you)).toMatchObject({ score: 10 })
  })
})

describeOwnRedis('one arena of two processes in a Redis that is watched and stopped', () => {
  test('[ARE-10] what a process wrote before a player returned elsewhere takes nothing over', async () => {
    const redis = await freshOwnRedis()
    const { one, two } = await twoPlayers(30, redis)
    one.join()
    two.join()
    const start = await one.next('battle-start')
    await two.next('battle-start')
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    const message = { type: 'connected', process: 'another', sinceMs: 0 }
    const tellAll = (sinceMs: number): Promise<number> =>
      admin.publish(
        `tenfold:arena:player:${tokenHash(one.playerId)}`,
        JSON.stringify({ ...message, sinceMs }),
      )
    await tellAll(1)
    await pause()
    answerRight(one, start, 0, 300)
    await one.next('battle-score-update')
    await tellAll(Date.now() + 60_000)
    expect(await one.next('battle-error')).toMatchObject({ code: 'taken_over' })
  })

  test('[ARE-12] what processes write and publish holds no token', async () => {
    const redis = await freshOwnRedis()
    const { arenas, one, two } = await twoPlayers(1, redis)
    const watching = new Redis(redis.url)
    const monitor = await watching.monitor()
    onTestFinished(() => {
      monitor.disconnect()
      watching.disconnect()
    })
    const seen: string[] = []
    monitor.on('monitor', (_time: unknown, words: readonly string[]) => seen.push(words.join(' ')))
    one.join()
    two.join()
    const start = await one.next('battle-start')
    answerRight(one, start, 0, 300)
    answerRight(two, start, 0, 300)
    const late = await battlePlayer(arenas[1]?.url ?? '', { playerId: one.playerId })
    late.send('battle-ready', { battleId: start.battleId, playerId: one.playerId })
    await two.next('battle-end')
    await expect.poll(() => arenas.flatMap(({ kept }) => kept)).toHaveLength(1)
    const all = seen.join('\n')
    expect(all).toContain(start.battleId)
    for (const { playerId } of [one, two]) expect(all).not.toContain(playerId)
  })

  test('[ARE-20] an outage of Redis is reported while it lasts, and battles that go on at another process are counted there', async () => {
    const redis = await freshOwnRedis()
    const { arenas, one, two } = await twoPlayers(30, redis)
    const metric = async (place: number, name: string): Promise<string | undefined> =>
      new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(
        (await arenas[place]?.get('/metrics'))?.text ?? '',
      )?.[1]
    one.join()
    two.join()
    await Promise.all([one.next('battle-start'), two.next('battle-start')])
    expect(await metric(0, 'battle_shared_away')).toBe('0')
    await redis.kill()
    await expect.poll(() => metric(0, 'battle_shared_away')).toBe('1')
    await redis.start()
    for (const place of [0, 1]) {
      await expect.poll(() => metric(place, 'battle_shared_away')).toBe('0')
    }
    const owner = (await metric(0, 'battle_live')) === '1' ? 0 : 1
    await arenas[owner]?.close()
    await expect.poll(() => metric(1 - owner, 'battle_taken_over_total{from="stopped"}')).toBe('1')
    expect(await metric(1 - owner, 'battle_live')).toBe('1')
  })

  test('[ARE-3] a page at a process that is stopping plays on at the one that takes its battle', async () => {
    const redis = await freshOwnRedis()
    // The stopping process waits for its database.
    const database = new EventEmitter()
    const onSave = () => once(database, 'back').then(() => undefined)
    const arenas = await startSharedArenas(2, { onSave }, redis)
    const [owner, other] = arenas
    if (!owner || !other) throw new Error('two processes')
    const [one, two, leaving] = await Promise.all([owner, other, owner].map(({ url }) => battlePlayer(url)))
    if (!one || !two || !leaving) throw new Error('three players')
    leaving.send('start-computer-battle', { ...wishOf(leaving.playerId), botId: 'bot-1' })
    answerRight(leaving, await leaving.next('battle-start'), 0)
    await leaving.next('battle-score-update')
    leaving.send('leave-battle-queue')
    one.join()
    await one.next('queue-joined')
    two.join()
    const start = await one.next('battle-start')
    await two.next('battle-start')
    const closed = owner.close()
    answerRight(one, start, 0, 300)
    await one.next('battle-start')
    await pause()
    answerRight(one, start, 0, 300)
    expect((await two.next('battle-score-update')).scores).toContainEqual(
      expect.objectContaining({ you: false, score: 5 }),
    )
    database.emit('back')
    await closed
    expect(one.received.filter(({ name }) => name === 'battle-error')).toEqual([])
  })
})
