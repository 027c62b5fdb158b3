import { expect, test } from 'vitest'
import { enter, join, meetBot, smallArena } from '../factories/small-arena.ts'

/** An arena that knows who was deleted, and a line of whoever is. */
function arenaWithDeleted() {
  const deleted = new Set<string>()
  const here = smallArena({ isDeleted: (playerId) => deleted.has(playerId) })
  const forget = async (playerId: string): Promise<void> => {
    deleted.add(playerId)
    await here.arena.removePlayer(playerId)
  }
  return { here, forget }
}

test('[ACC-32] who is deleted is in no queue, also while the line of the page is not closed yet', async () => {
  const { here, forget } = arenaWithDeleted()
  const [gone, next] = [enter(here), enter(here)]
  join(gone)
  expect(here.arena.levels()).toMatchObject({ waiting: 1 })
  await forget(gone.playerId)
  expect(here.arena.levels()).toMatchObject({ waiting: 0 })
  join(next)
  here.time.forward(5000)
  expect(here.arena.levels()).toMatchObject({ waiting: 1, liveBattles: 0 })
  join(gone)
  expect(gone.told.at(-1)).toMatchObject(['battle-error', { code: 'bad_event' }])
})

test('[ACC-32] a battle against a bot ends with who is deleted, and nothing of it is kept', async () => {
  const { here, forget } = arenaWithDeleted()
  const gone = enter(here)
  meetBot(gone)
  here.time.forward(1000)
  const [, start] = gone.told.find(([name]) => name === 'battle-start') ?? []
  const { battleId, problems } = start as { battleId: string; problems: { answer: number }[] }
  here.time.forward(2000)
  const answer = { battleId, problemIndex: 0, answer: problems[0]?.answer, responseTime: 2000 }
  gone.line.receive('battle-answer', answer)
  await forget(gone.playerId)
  expect(here.arena.levels()).toMatchObject({ liveBattles: 0, unsaved: 0 })
  here.time.forward(120_000)
  expect(here.kept).toEqual([])
})
