import type {
  AttemptLogEntry,
  PracticeEffect,
  PracticeEvent,
  PracticeState,
} from '../../domain/practice-state.ts'
import { step } from '../../domain/practice.ts'

/** The state that an event leads to, without its effects. */
export function stateAfter(state: PracticeState, event: PracticeEvent, nowMs: number): PracticeState {
  return step(state, event, nowMs).state
}

/** Plays events in turn, and gives every effect that they had. */
export function effectsOf(
  state: PracticeState,
  events: readonly (readonly [nowMs: number, event: PracticeEvent])[],
): PracticeEffect[] {
  let now = state
  return events.flatMap(([nowMs, event]) => {
    const next = step(now, event, nowMs)
    now = next.state
    return next.effects
  })
}

/** The attempts among effects. */
export function attemptsOf(effects: readonly PracticeEffect[]): AttemptLogEntry[] {
  return effects.flatMap((effect) => (effect.type === 'attempt_made' ? [effect.attempt] : []))
}
