import { expect, test } from 'vitest'
import { enter, join, meetBot, smallArena } from '../factories/small-arena.ts'

/** An arena that knows which players were deleted. */
function arenaWithDeleted() {
  const deleted = new Set<string>()
  const here = smallArena({ isDeleted: (playerId) => deleted.has(playerId) })
  const deletePlayer = async (playerId: string): Promise<void> => {
    deleted.add(playerId)
    await here.arena.removePlayer(playerId)
  }
  return { here, deletePlayer }
}

test('[ACC-32] a deleted player is in no queue, even while the connection of the page is not closed yet', async () => {
  const { here, deletePlayer } = arenaWithDeleted()
  const [gone, next] = [enter(here), enter(here)]
  join(gone)
  expect(here.arena.levels()).toMatchObject({ waiting: 1 })
  await deletePlayer(gone.playerId)
  expect(here.arena.levels()).toMatchObject({ waiting: 0 })
  join(next)
  here.time.forward(5000)
  expect(here.arena.levels()).toMatchObject({ waiting: 1, liveBattles: 0 })
  join(gone)
  expect(gone.received.at(-1)).toMatchObject(['battle-error', { code: 'bad_event' }])
})

test('[ACC-32] a battle against a bot ends with who is deleted, and nothing of it is kept', async () => {
  const { here, deletePlayer } = arenaWithDeleted()
  const gone = enter(here)
  meetBot(gone)
  here.time.forward(1000)
  const [, start] = gone.received.find(([name]) => name === 'battle-start') ?? []
  const { battleId, problems } = start as { battleId: string; problems: { answer: number }[] }
  here.time.forward(2000)
  const answer = { battleId, problemIndex: 0, answer: problems[0]?.answer, responseTime: 2000 }
  gone.line.receive('battle-answer', answer)
  await deletePlayer(gone.playerId)
  expect(here.arena.levels()).toMatchObject({ liveBattles: 0, unsaved: 0 })
  here.time.forward(120_000)
  expect(here.kept).toEqual([])
})
