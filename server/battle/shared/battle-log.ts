import type { BattlePlan } from '../../../domain/battle-setup.ts'
import type { BattleState } from '../../../domain/battle-state.ts'
import { replay } from '../../../domain/battle-replay.ts'
import {
  eventText,
  headerText,
  openingText,
  readEventText,
  readHeader,
  readOpening,
  shiftedBy,
} from './battle-log-text.ts'
import type { ProcessId, WrittenBattle } from './shared-port.ts'

/** The complete log of a battle of this process, so that all of it can be rewritten. */
export type BattleLog = {
  readonly battleId: string
  readonly epoch: number
  /** The epoch as a string, as written with every entry. */
  readonly epochText: string
  readonly plan: BattlePlan
  /** People in the battle who have not left. */
  readonly seated: Set<string>
  readonly entries: string[]
}

function peopleOf({ entrants }: BattlePlan): string[] {
  return entrants.flatMap((entrant) => (entrant.kind === 'person' ? [entrant.playerId] : []))
}

/** Everybody in the battle, including those who left. */
export function playersInLog({ plan }: BattleLog): string[] {
  return peopleOf(plan)
}

export function playersWhoLeft({ plan, seated }: BattleLog): string[] {
  return peopleOf(plan).filter((playerId) => !seated.has(playerId))
}

/** The log of a new battle. `header` is its first entry if that has already been written. */
export function newBattleLog(
  plan: BattlePlan,
  seed: number,
  {
    epoch = 1,
    header,
    lineOwners = [],
  }: {
    readonly epoch?: number
    readonly header?: string
    readonly lineOwners?: readonly (ProcessId | null)[]
  },
): BattleLog {
  return {
    battleId: plan.battleId,
    epoch,
    epochText: String(epoch),
    plan,
    seated: new Set(peopleOf(plan)),
    entries: [header ?? headerText({ plan, seed, lineOwners })],
  }
}

export function writtenOf({ battleId, epoch, seated, entries }: BattleLog): WrittenBattle {
  return { battleId, epoch, people: [...seated], entries: [...entries] }
}

/** A battle of another process: not opened yet, or replayed, with times by this process's clock. */
export type ReadBattle =
  | {
      readonly kind: 'planned'
      readonly plan: BattlePlan
      readonly seed: number
      readonly header: string
      readonly epoch: number
    }
  | {
      readonly kind: 'opened'
      readonly battleLog: BattleLog
      readonly state: BattleState
      readonly lastAtMs: number
    }

/**
 * Replays a battle from its log. `aheadMs` is how far this process's clock is ahead of the shared time; the clock of the process
 * that wrote the log may have differed. Throws on an invalid log.
 */
export function readBattle(written: Omit<WrittenBattle, 'people'>, aheadMs: number): ReadBattle {
  const { epoch } = written
  const [header = '', second, ...rest] = written.entries
  const { plan, seed } = readHeader(header)
  if (second === undefined) return { kind: 'planned', plan, seed, header, epoch }
  const opening = readOpening(second)
  const byMs = Math.round(aheadMs - opening.aheadMs)
  const openedAtMs = opening.atMs + byMs
  const events = rest.map((text) => shiftedBy(readEventText(text), byMs))
  const state = replay({ plan, seed, openedAtMs, events })
  const battleLog = newBattleLog(plan, seed, { epoch, header })
  battleLog.entries.push(openingText({ atMs: openedAtMs, aheadMs }))
  for (const { event, atMs } of events) battleLog.entries.push(eventText(event, atMs))
  if (state.stage !== 'ended') {
    state.setup.players.forEach((player, seat) => {
      if (player.kind === 'person' && state.seats[seat]?.presence === 'left')
        battleLog.seated.delete(player.playerId)
    })
  }
  return { kind: 'opened', battleLog, state, lastAtMs: events.at(-1)?.atMs ?? openedAtMs }
}
