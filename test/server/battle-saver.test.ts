import { expect, test } from 'vitest'
import { newGuest } from '../../domain/guest-record.ts'
import { battleSaver } from '../../server/battle/boards/battle-saver.ts'
import { MAX_SAVE_TRIES, MAX_UNSAVED, SAVES_AT_ONCE } from '../../server/battle/socket/overload.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { answerRight, startArena, startBattle } from '../factories/battle-server.ts'
import { botPlayer, person } from '../factories/finished-battle.ts'
import { movableClock } from '../factories/movable-clock.ts'

function battle(battleId: string): FinishedBattle {
  return {
    battleId,
    division: 'addition_subtraction',
    preference: 'mixed',
    startedAtMs: 0,
    endedAtMs: 60_000,
    practiceDay: '2026-03-18',
    players: [],
  }
}

/** A store that can be unreachable, with what it was asked to store and what it stored. */
function patchyStore() {
  const store = {
    fails: null as Error | null,
    asked: 0,
    kept: [] as string[],
    save: async ({ battleId }: FinishedBattle): Promise<void> => {
      store.asked += 1
      if (store.fails) throw store.fails
      store.kept.push(battleId)
    },
  }
  return store
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[BAT-70] while the database is unreachable battles wait, are tried one at a time, and are all stored when it is back', async () => {
  const clock = movableClock()
  const store = patchyStore()
  const lost: unknown[] = []
  const saver = battleSaver({ clock, save: store.save, onLost: (error) => lost.push(error) })
  store.fails = new StorageUnavailable()
  for (let at = 0; at < 200; at += 1) saver.add(battle(`battle-${at}`))
  await settled()
  const firstAsked = store.asked
  expect(firstAsked).toBeLessThanOrEqual(SAVES_AT_ONCE)
  for (let times = 0; times < 20; times += 1) {
    clock.forward(60_000)
    await settled()
  }
  expect(store.asked - firstAsked).toBe(20)
  expect(saver.unsavedCount()).toBe(200)
  store.fails = null
  clock.forward(60_000)
  await saver.flush(1000)
  expect(new Set(store.kept).size).toBe(200)
  expect(store.kept).toHaveLength(200)
  expect(lost).toEqual([])
})

test('[BAT-70] a battle that the database refuses for good is lost alone, and so is one too many', async () => {
  const clock = movableClock()
  const store = patchyStore()
  const lost: unknown[] = []
  const saver = battleSaver({ clock, save: store.save, onLost: (error) => lost.push(error) })
  store.fails = new Error('no such row')
  saver.add(battle('poison'))
  for (let times = 1; times <= MAX_SAVE_TRIES; times += 1) {
    await settled()
    clock.forward(60_000)
  }
  expect(lost).toHaveLength(1)
  expect(saver.unsavedCount()).toBe(0)
  store.fails = new StorageUnavailable()
  for (let at = 0; at <= MAX_UNSAVED + SAVES_AT_ONCE; at += 1) saver.add(battle(`battle-${at}`))
  expect(lost.length).toBeGreaterThan(1)
  expect(saver.unsavedCount()).toBeLessThanOrEqual(MAX_UNSAVED + SAVES_AT_ONCE)
})

test('[STU-11, BAT-70] a deleted player is left out of battles that wait to be stored, after those being stored', async () => {
  const clock = movableClock()
  const store = patchyStore()
  const letGo: (() => void)[] = []
  const held = new Promise<void>((resolve) => letGo.push(resolve))
  const people: string[] = []
  const save = async (kept: FinishedBattle): Promise<void> => {
    if (kept.battleId === 'on its way') await held
    await store.save(kept)
    people.push(...kept.players.flatMap((player) => (player.kind === 'person' ? [player.tokenHash] : [])))
  }
  const saver = battleSaver({ clock, save, onLost: () => undefined })
  saver.add({ ...battle('on its way'), players: [person('deleted'), person('other')] })
  let isDeleted = false
  const removed = saver.removePlayer('deleted').then(() => (isDeleted = true))
  await settled()
  expect(isDeleted).toBe(false)
  for (const resolve of letGo) resolve()
  await removed
  expect(people.splice(0)).toEqual(['deleted', 'other'])

  store.fails = new StorageUnavailable()
  const waiting = [
    [person('deleted'), person('other')],
    [person('deleted'), botPlayer('bot-1')],
    [person('third')],
  ]
  for (const [at, players] of waiting.entries()) saver.add({ ...battle(`waits-${at}`), players })
  await settled()
  await saver.removePlayer('deleted')
  store.fails = null
  for (let times = 0; times < 4; times += 1) {
    clock.forward(60_000)
    await settled()
  }
  expect(people.toSorted()).toEqual(['other', 'third'])
  expect(store.kept.toSorted()).toEqual(['on its way', 'waits-0', 'waits-2'])
  expect(saver.unsavedCount()).toBe(0)
})

test('[BAT-70] nobody waits forever for an unreachable database', async () => {
  const clock = movableClock()
  const store = patchyStore()
  const saver = battleSaver({ clock, save: store.save, onLost: () => undefined })
  store.fails = new StorageUnavailable()
  saver.add(battle('battle-1'))
  const stored = saver.flush(1500)
  await settled()
  clock.forward(1500)
  await stored
  expect(saver.unsavedCount()).toBe(1)
})

test('[BAT-70, BAT-65] a server that stops does not sit out its pause: what waits is stored if the database is back, and else said to be lost', async () => {
  for (const isBack of [true, false]) {
    let away: Error | null = new StorageUnavailable()
    const arena = await startArena({
      battleSeconds: 5,
      onSave: async () => {
        if (away) throw away
      },
    })
    const { one, start } = await startBattle(arena)
    arena.time.forward(1000)
    answerRight(one, start, 0)
    await one.next('battle-score-update')
    arena.time.forward(7000)
    await one.next('battle-end')
    // The pauses between tries are half a minute by now.
    for (let times = 0; times < 10; times += 1) {
      await settled()
      arena.time.forward(30_000)
    }
    await settled()
    if (isBack) away = null
    await arena.close()
    expect(arena.kept.map(({ battleId }) => battleId)).toEqual(isBack ? [start.battleId] : [])
    expect(arena.lines.filter((line) => line.includes('"battle_lost"'))).toHaveLength(isBack ? 0 : 1)
  }
})

test('[BAT-70, BAT-5] a stored battle has every person by the hash of the token and the name they went by, and none that never started', async () => {
  const arena = await startArena()
  const quitters = [await battlePlayer(arena.url), await battlePlayer(arena.url)]
  for (const player of quitters) player.join({ preference: 'mixed' })
  for (const player of quitters) {
    await player.next('battle-countdown')
    player.send('leave-battle-queue')
  }
  const { one, two, start } = await startBattle(arena)
  arena.time.forward(1000)
  answerRight(one, start, 0)
  await two.next('battle-score-update')
  arena.time.forward(4000)
  answerRight(two, start, 0, 4000)
  await one.next('battle-score-update')
  await two.next('battle-score-update')
  arena.time.forward(62_000)
  await one.next('battle-end')
  await expect.poll(() => arena.kept.length).toBe(1)
  const [kept] = arena.kept
  expect(kept).toMatchObject({
    battleId: start.battleId,
    division: 'addition_subtraction',
    preference: 'addition',
    endedAtMs: arena.clock.nowMs,
    players: [
      { kind: 'person', score: 5, rank: 1, isWinner: true, left: false },
      { kind: 'person', score: 3, rank: 2, isWinner: false, left: false },
    ],
  })
  const known = newGuest('public', '2026-03-18', 0)
  const names = kept?.players.map((player) => player.kind === 'person' && player.change(known).nickname)
  expect(names).toEqual(['BraveOwl7', 'CalmBear5'])
  expect(JSON.stringify(kept)).not.toMatch(`${one.playerId}|${two.playerId}`)
})
