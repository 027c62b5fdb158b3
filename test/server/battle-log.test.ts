import { expect, test } from 'vitest'
import { replay, type ReplayLog } from '../../domain/battle-replay.ts'
import type { BattleState } from '../../domain/battle-state.ts'
import { readBattle, writtenOf } from '../../server/battle/shared/battle-log.ts'
import { eventText, headerText, openingText } from '../../server/battle/shared/battle-log-text.ts'
import { playWorld } from './battle-world.ts'

const WORLDS = 12
/** The clock of the process that wrote was so much ahead of what all have in common, and the one that reads is behind. */
const WRITER_AHEAD_MS = 1_250
const READER_AHEAD_MS = -750
const APART_MS = READER_AHEAD_MS - WRITER_AHEAD_MS

function written({ plan, seed, openedAtMs, events }: ReplayLog) {
  const opening = openingText({ atMs: openedAtMs, aheadMs: WRITER_AHEAD_MS })
  const entries = events.map(({ event, atMs }) => eventText(event, atMs))
  return {
    battleId: plan.battleId,
    epoch: 3,
    entries: [headerText({ plan, seed, lineOwners: [] }), opening, ...entries],
  }
}

/** A battle as it is for its players, with every instant by a clock that is so much ahead. */
function seen(state: BattleState, aheadMs: number): unknown {
  const shifted = <Row extends { readonly leftAtMs: number | null }>(row: Row): Row => ({
    ...row,
    leftAtMs: row.leftAtMs === null ? null : row.leftAtMs + aheadMs,
  })
  if (state.stage === 'ended') {
    const { startedAtMs, endedAtMs } = state
    return {
      ...state,
      startedAtMs: startedAtMs === null ? null : startedAtMs + aheadMs,
      endedAtMs: endedAtMs + aheadMs,
      results: state.results.map(shifted),
    }
  }
  const seats = state.seats.map((seat) => ({
    ...shifted(seat),
    lastAnswerAtMs:
      seat.lastAnswerAtMs < Number.MAX_SAFE_INTEGER / 2 && state.stage === 'active'
        ? seat.lastAnswerAtMs + aheadMs
        : 0,
    plausibleAtMs: state.stage === 'active' ? seat.plausibleAtMs + aheadMs : 0,
    awaySinceMs: seat.awaySinceMs === null ? null : seat.awaySinceMs + aheadMs,
  }))
  const { setup, wakeAtMs, stage } = state
  return { stage, setup, seats, wakeAtMs: wakeAtMs + aheadMs }
}

test('[ARE-9] the log of a battle replays to the same battle at every instant, by a clock that differs by 2 s', async () => {
  let battles = 0
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    for (const { log } of (await playWorld(seed)).battles) {
      for (const share of [0.3, 0.7, 1]) {
        const events = log.events.slice(0, Math.ceil(log.events.length * share))
        const part = { ...log, events }
        const read = readBattle(written(part), READER_AHEAD_MS)
        if (read.kind !== 'opened') throw new Error('a battle that has opened')
        expect(seen(read.state, 0)).toEqual(seen(replay(part), APART_MS))
        battles += 1
      }
    }
  }
  expect(battles).toBeGreaterThan(100)
})

test('[ARE-9] a process that takes over a battle writes it by its own clock, and a third one reads the same from that', async () => {
  for (const { log } of (await playWorld(3)).battles) {
    const first = readBattle(written(log), READER_AHEAD_MS)
    if (first.kind !== 'opened') throw new Error('a battle that has opened')
    const second = readBattle(writtenOf(first.battleLog), READER_AHEAD_MS)
    if (second.kind !== 'opened') throw new Error('a battle that has opened')
    expect(second.state).toEqual(first.state)
  }
})

test('[ARE-9] a battle of which nothing but the plan is written has not opened', async () => {
  const [battle] = (await playWorld(1)).battles
  if (!battle) throw new Error('a battle')
  const { entries } = written(battle.log)
  const read = readBattle({ battleId: 'b', epoch: 1, entries: entries.slice(0, 1) }, 0)
  expect(read).toMatchObject({ kind: 'planned', seed: battle.log.seed, plan: battle.log.plan })
})
