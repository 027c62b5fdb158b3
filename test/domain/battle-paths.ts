import type { BattleEvent, BattleState } from '../../domain/battle-state.ts'
import type { ArenaBattle } from './battle-arena.ts'

/** One step of a battle in a world. */
type Step = {
  readonly battle: ArenaBattle
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

/** The paths that few worlds walk, and how one sees that a step walks it. */
const RARE = {
  'a line that stands still': (step) =>
    gainsSilence(step, 'silent') && 'sinceMs' in step.event && step.atMs - step.event.sinceMs > 3750,
  'time away': (step) => gainsSilence(step, 'ready'),
  'a new line while the old one is silent': ({ event, atMs }) =>
    event.type === 'drop' && event.sinceMs < atMs,
  'a new line before the old one is known to be lost': ({ battle, event, atMs }) => {
    const last = battle.log.events.at(-2)
    return event.type === 'ready' && last?.event.type === 'drop' && last.atMs === atMs
  },
  'coming back after the end': ({ before, event }) =>
    event.type === 'ready' && before.stage === 'ended' && before.startedAtMs !== null,
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
  'a jump forward': ({ before, event }) =>
    event.type === 'answer' &&
    before.stage === 'active' &&
    event.problemIndex > (before.seats[event.seat]?.nextIndex ?? 0),
} as const satisfies Record<string, (step: Step) => boolean>

export type RarePath = keyof typeof RARE

const PATHS = Object.entries(RARE) as readonly [RarePath, (step: Step) => boolean][]

/** The rare paths that a step walks. */
export function pathsOf(step: Step): readonly RarePath[] {
  return PATHS.flatMap(([path, walks]) => (walks(step) ? [path] : []))
}
