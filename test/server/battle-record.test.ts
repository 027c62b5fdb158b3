import { expect, test } from 'vitest'
import { replay, type ReplayLog } from '../../domain/battle-replay.ts'
import { entryText, headerText, readBattle } from '../../server/battle/shared/battle-record.ts'
import { playWorld } from './battle-world.ts'

const WORLDS = 12

function written({ plan, seed, openedAtMs, events }: ReplayLog): string[] {
  const entries = events.map(({ event, atMs }) => entryText(atMs, event))
  return [headerText(plan, seed), entryText(openedAtMs, null), ...entries]
}

test('[ARE-9] the log of a battle replays to the same battle at every instant', async () => {
  let battles = 0
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    for (const { log } of (await playWorld(seed)).battles) {
      for (const share of [0.3, 0.7, 1]) {
        const part = { ...log, events: log.events.slice(0, Math.ceil(log.events.length * share)) }
        const lastAtMs = part.events.at(-1)?.atMs ?? part.openedAtMs
        expect(readBattle(written(part))?.opened).toEqual({ state: replay(part), lastAtMs })
        battles += 1
      }
    }
  }
  expect(battles).toBeGreaterThan(100)
})

test('[ARE-9] a battle of which nothing but the plan is written has not opened', async () => {
  const [battle] = (await playWorld(1)).battles
  if (!battle) throw new Error('a battle')
  const { plan, seed } = battle.log
  expect(readBattle([headerText(plan, seed)])).toEqual({ plan, seed, opened: null })
  expect(readBattle([])).toBe(null)
})
