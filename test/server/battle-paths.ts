import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import type { ServerEventName } from '../../contract/battle-events.ts'

/** Paths through the gateway that few worlds walk. */
export type RarePath =
  | 'a line that stands still'
  | 'silent in the queue and back in it'
  | 'take-over by a second tab'
  | 'the tab before asks for its battle'
  | 'coming back after the end'
  | 'stop in the countdown'
  | 'stop in the queue'
  | 'all left in the countdown'
  | 'all left in the battle'

/** Who waits and is silent for so long is matched with nobody. */
const SILENT_MS = 600
/** As long as that a silence decides between 5 points and 3 for every answer that is under way. */
const LONG_MS = 3750

type Told = { readonly name: ServerEventName; readonly battleId?: string; readonly code?: BattleErrorCode }

/** Notes which rare paths a world walks, from what its pages send, hear and are asked. */
export function pathWatch() {
  const walked = new Set<RarePath>()
  /** By player: the last word about where they are. */
  const whereOf = new Map<string, Told>()
  const outdated = new Set<object>()
  const lineOf = new Map<string, object>()
  const peopleOf = new Map<string, Set<string>>()
  const leftOf = new Map<string, Set<string>>()
  const started = new Set<string>()
  const silentInQueue = new Set<string>()
  const endTold = new Set<string>()

  const refused = (playerId: string, line: object, code: BattleErrorCode): void => {
    if (code === 'taken_over') {
      walked.add(outdated.has(line) ? 'the tab before asks for its battle' : 'take-over by a second tab')
      outdated.add(line)
    }
    const where = whereOf.get(playerId)?.name
    if (code !== 'draining' || lineOf.get(playerId) !== line) return
    if (where === 'battle-countdown') walked.add('stop in the countdown')
    if (where === 'queue-joined') walked.add('stop in the queue')
    whereOf.delete(playerId)
  }

  return {
    walked: walked as ReadonlySet<RarePath>,
    /** A line is opened anew. */
    opened: (line: object): void => void outdated.delete(line),
    told: (playerId: string, line: object, told: Told): void => {
      const { name, battleId, code } = told
      if (code !== undefined) return refused(playerId, line, code)
      lineOf.set(playerId, line)
      outdated.delete(line)
      whereOf.set(playerId, told)
      if (name === 'queue-joined' && silentInQueue.has(playerId))
        walked.add('silent in the queue and back in it')
      if (battleId === undefined) return
      peopleOf.set(battleId, (peopleOf.get(battleId) ?? new Set()).add(playerId))
      if (name === 'battle-start') started.add(battleId)
      if (name !== 'battle-end') return
      const key = `${battleId} ${playerId}`
      if (endTold.has(key)) walked.add('coming back after the end')
      endTold.add(key)
    },
    left: (playerId: string, line: object): void => {
      const { battleId, name } = whereOf.get(playerId) ?? {}
      whereOf.delete(playerId)
      if (battleId === undefined || name === 'battle-end' || lineOf.get(playerId) !== line) return
      const left = (leftOf.get(battleId) ?? new Set()).add(playerId)
      leftOf.set(battleId, left)
      if (left.size < (peopleOf.get(battleId)?.size ?? 0)) return
      walked.add(started.has(battleId) ? 'all left in the battle' : 'all left in the countdown')
    },
    /** A page's sign of life comes so long after it was asked for. */
    waitedForLife: (playerId: string, line: object, ms: number): void => {
      if (ms > LONG_MS) walked.add('a line that stands still')
      if (ms <= SILENT_MS || lineOf.get(playerId) !== line) return
      if (whereOf.get(playerId)?.name === 'queue-joined') silentInQueue.add(playerId)
    },
    /** What it has come to now that the page was heard. */
    lifeTaken: (playerId: string): void => void silentInQueue.delete(playerId),
  }
}
