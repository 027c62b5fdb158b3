import type { EndView, StartView } from '../../domain/battle-view.ts'
import type { BattleType } from '../../domain/division.ts'
import type { Entry } from '../../web/features/battle/battle-entry.ts'
import { flowDeadlineMs, stepFlow } from '../../web/features/battle/battle-flow.ts'
import type { BattleFlow, FlowEvent, FlowMessage } from '../../web/features/battle/flow-state.ts'
import type { ServerMessage, ServerPayloads } from '../../web/features/battle/battle-socket.ts'

export const TYPE: BattleType = { division: 'addition_subtraction', preference: 'addition' }
export const QUEUE: Entry = { to: 'queue', type: TYPE }
export const BATTLE_ID = 'battle-0001'
export const FOE = { nickname: 'KindOwl7', location: 'Austin, Texas', isBot: false }

export const START: StartView = {
  battleId: BATTLE_ID,
  problems: [
    { operand1: 1, operand2: 2, operation: 'addition', answer: 3 },
    { operand1: 4, operand2: 5, operation: 'addition', answer: 9 },
  ],
  opponents: [FOE],
  duration: 60_000,
}

export const END: EndView = {
  battleId: BATTLE_ID,
  results: [],
  winner: { nickname: 'KindOwl7', score: 10 },
  isWinner: false,
  playerRank: 2,
  currentPlayerNickname: 'SwiftFox42',
  immediate: false,
}

/** A flow with a clock and dice of the test's own; remembers everything that was to be sent. */
export function visit(flow: BattleFlow = { stage: 'lobby' }) {
  let current = flow
  let nowMs = 1000
  const sent: FlowMessage[] = []
  const step = (event: FlowEvent): void => {
    const stepped = stepFlow(current, event, nowMs, () => 'bot-4')
    current = stepped.flow
    sent.push(...stepped.send)
  }
  return {
    flow: () => current,
    step,
    receive<Name extends keyof ServerPayloads>(name: Name, payload: ServerPayloads[Name]) {
      step({ type: 'message', message: { name, payload } as ServerMessage })
    },
    /** Lets so many milliseconds pass, waking the flow whenever it asked for it. */
    pass(ms: number) {
      const untilMs = nowMs + ms
      for (let at = flowDeadlineMs(current); at !== null && at <= untilMs; at = flowDeadlineMs(current)) {
        nowMs = Math.max(nowMs, at)
        step({ type: 'tick' })
      }
      nowMs = untilMs
      step({ type: 'tick' })
    },
    /** What was to be sent since the last look. */
    sent: () => sent.splice(0),
  }
}

export function queued() {
  const one = visit()
  one.step({ type: 'enter', entry: QUEUE })
  one.step({ type: 'connected' })
  one.receive('queue-joined', { position: 1 })
  one.sent()
  return one
}

export function counting() {
  const one = queued()
  one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: 5, opponents: [FOE] })
  return one
}

export function playing() {
  const one = counting()
  for (const countdownSeconds of [4, 3, 2, 1]) {
    one.pass(1000)
    one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds, opponents: [FOE] })
  }
  one.pass(1000)
  one.receive('battle-start', START)
  one.sent()
  return one
}
