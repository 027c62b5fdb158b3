import type { BattleErrorCode } from '../../contract/battle-events.ts'
import type { ServerEventName } from '../../contract/battle-events.ts'
import type { ReplayLog } from '../../domain/battle-replay.ts'
import type { BattleEvent, BattleState } from '../../domain/battle-state.ts'

/** One step of a battle in a world. */
export type Step = {
  readonly battle: { readonly state: BattleState; readonly log: Pick<ReplayLog, 'events'> }
  readonly before: BattleState
  readonly event: BattleEvent
  readonly atMs: number
}

function silenceOf(state: BattleState, seat: number): number {
  return state.stage === 'ended' ? 0 : (state.seats[seat]?.silenceMs ?? 0)
}

function gainsSilence({ battle, before, event }: Step, type: BattleEvent['type']): boolean {
  if (event.type !== type || !('seat' in event)) return false
  return silenceOf(battle.state, event.seat) > silenceOf(before, event.seat)
}

function hasEnded({ battle, before }: Step, stage: BattleState['stage'], endedBy: string): boolean {
  const { state } = battle
  return before.stage === stage && state.stage === 'ended' && state.endedBy === endedBy
}

function isDue({ before, event, atMs }: Step): boolean {
  return event.type !== 'wake' && before.stage !== 'ended' && atMs >= before.wakeAtMs
}

/** The paths of battles that few worlds walk, and how one sees that a step walks it. */
const RARE = {
  'a stalled connection': (step) =>
    gainsSilence(step, 'silent') && 'sinceMs' in step.event && step.atMs - step.event.sinceMs > 3750,
  'time away': (step) => gainsSilence(step, 'ready'),
  'a new line while the old one is silent': ({ event, atMs }) =>
    event.type === 'drop' && event.sinceMs < atMs,
  'a new line before the old one is known to be lost': ({ battle, event, atMs }) => {
    const last = battle.log.events.at(-2)
    return event.type === 'ready' && last?.event.type === 'drop' && last.atMs === atMs
  },
  'stop in the countdown': (step) => hasEnded(step, 'countdown', 'stopped'),
  'stop in the battle': (step) => hasEnded(step, 'active', 'stopped'),
  'all left in the countdown': (step) => hasEnded(step, 'countdown', 'all_left'),
  'all left in the battle': (step) => hasEnded(step, 'active', 'all_left'),
  'leaving with no more to play': ({ battle, before, event }) =>
    event.type === 'leave' &&
    before.stage === 'active' &&
    battle.state.stage === 'active' &&
    typeof before.seats[event.seat]?.problemsAnswered === 'number',
  'an event before a wake that was due': (step) => isDue(step) && step.battle.state.stage !== 'ended',
  'an event after the end was due': (step) => isDue(step) && hasEnded(step, 'active', 'clock'),
} as const satisfies Record<string, (step: Step) => boolean>

type BattlePath = keyof typeof RARE

const BATTLE_PATHS = Object.entries(RARE) as readonly [BattlePath, (step: Step) => boolean][]

/** The rare paths that a step walks. */
function pathsOf(step: Step): readonly BattlePath[] {
  return BATTLE_PATHS.flatMap(([path, walks]) => (walks(step) ? [path] : []))
}

/** Paths through the gateway that few worlds walk. */
const GATEWAY_PATHS = [
  'silent in the queue and back in it',
  'take-over by a second tab',
  'the tab before asks for its battle',
  'coming back after the end',
  'stop in the queue',
] as const

export type RarePath = BattlePath | (typeof GATEWAY_PATHS)[number]

export const RARE_PATHS: readonly RarePath[] = [...BATTLE_PATHS.map(([path]) => path), ...GATEWAY_PATHS]

/** Who waits and is silent for so long is matched with nobody. */
const SILENT_MS = 600

type Sent = { readonly name: ServerEventName; readonly battleId?: string; readonly code?: BattleErrorCode }

/** Notes which rare paths a world walks, from what its pages send, receive and are asked, and from the steps of its battles. */
export function pathWatch() {
  const walked = new Set<RarePath>()
  /** By player: the last word about where they are. */
  const whereOf = new Map<string, ServerEventName>()
  const outdated = new Set<object>()
  const lineOf = new Map<string, object>()
  const silentInQueue = new Set<string>()
  const endTold = new Set<string>()

  const refused = (playerId: string, line: object, code: BattleErrorCode): void => {
    if (code === 'taken_over') {
      walked.add(outdated.has(line) ? 'the tab before asks for its battle' : 'take-over by a second tab')
      outdated.add(line)
    }
    if (code !== 'draining' || lineOf.get(playerId) !== line) return
    if (whereOf.get(playerId) === 'queue-joined') walked.add('stop in the queue')
    whereOf.delete(playerId)
  }

  return {
    walked: walked as ReadonlySet<RarePath>,
    stepped: (step: Step): void => {
      for (const path of pathsOf(step)) walked.add(path)
    },
    /** A line is opened again. */
    opened: (line: object): void => void outdated.delete(line),
    sent: (playerId: string, line: object, { name, battleId, code }: Sent): void => {
      if (code !== undefined) return refused(playerId, line, code)
      lineOf.set(playerId, line)
      outdated.delete(line)
      whereOf.set(playerId, name)
      if (name === 'queue-joined' && silentInQueue.has(playerId))
        walked.add('silent in the queue and back in it')
      if (name !== 'battle-end') return
      const key = `${battleId} ${playerId}`
      if (endTold.has(key)) walked.add('coming back after the end')
      endTold.add(key)
    },
    left: (playerId: string): void => void whereOf.delete(playerId),
    /** A page's sign of life comes so long after it was asked for. */
    waitedForLife: (playerId: string, line: object, ms: number): void => {
      if (ms <= SILENT_MS || lineOf.get(playerId) !== line) return
      if (whereOf.get(playerId) === 'queue-joined') silentInQueue.add(playerId)
    },
    /** The state after the page has responded. */
    lifeTaken: (playerId: string): void => void silentInQueue.delete(playerId),
  }
}
