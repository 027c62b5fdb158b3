import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepPlay, waitingPlay, type BattlePlay, type BattlePlayEvent } from '../../domain/battle-play.ts'
import { resumeView, startView } from '../../domain/battle-view.ts'
import { ada, bob, playing, START_MS } from './battle-by-hand.ts'

const ADA = 0
const MAX_MS = 55_000

/** A page and the referee, with a line between them that can lose messages before anybody notices. */
function pageAndReferee() {
  const battle = playing(ada, bob)
  let play: BattlePlay = waitingPlay('battle-1')
  let nowMs = START_MS
  let isCut = false
  const show = (event: BattlePlayEvent): void => {
    const { play: next, send } = stepPlay(play, event, nowMs)
    play = next
    for (const message of send) {
      if (isCut) continue
      if (message.name === 'battle-answer') {
        const { problemIndex, answer, responseTime } = message
        battle.say({ type: 'answer', seat: ADA, problemIndex, answer, responseTimeMs: responseTime }, nowMs)
      } else if (message.name === 'battle-timeout') {
        battle.say({ type: 'timeout', seat: ADA, problemsAnswered: message.problemsAnswered }, nowMs)
      } else {
        const effects = battle.say({ type: 'ready', seat: ADA }, nowMs)
        if (effects.some(({ type }) => type === 'resume')) {
          show({ type: 'start', start: resumeView(battle.active(), ADA, nowMs) })
        }
      }
    }
  }
  const answer = (isRight: boolean): void => {
    if (play.stage !== 'active') return
    const right = play.run.problems[play.index]?.answer ?? 0
    show({ type: 'answer', value: isRight ? right : right + 1 })
  }
  const reconnect = (): void => {
    show({ type: 'disconnected' })
    battle.say({ type: 'drop', seat: ADA, sinceMs: nowMs }, nowMs)
    isCut = false
    show({ type: 'connected' })
  }
  show({ type: 'start', start: startView(battle.active(), ADA) })
  return {
    battle,
    answer,
    reconnect,
    cut: () => void (isCut = true),
    show,
    wait: (ms: number) => void (nowMs = Math.min(START_MS + MAX_MS, nowMs + ms)),
    run: () => ('run' in play ? play.run : null),
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant('right' as const) },
  { weight: 3, arbitrary: fc.constant('wrong' as const) },
  { weight: 1, arbitrary: fc.constant('cut' as const) },
  { weight: 1, arbitrary: fc.constant('reconnect' as const) },
)

test('[BAT-22, BAT-54] whatever a connection loses, after reconnecting every answer counts, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.integer({ min: 300, max: 4000 })), { maxLength: 40 }), (steps) => {
      const world = pageAndReferee()
      for (const [what, ms] of steps) {
        world.wait(ms)
        if (what === 'cut') world.cut()
        else if (what === 'reconnect') world.reconnect()
        else world.answer(what === 'right')
      }
      world.reconnect()
      const given = world.run()?.given ?? []
      expect(given.map(({ problemIndex }) => problemIndex)).toEqual([...given.keys()])
      expect(world.battle.seat(ADA)).toMatchObject({ nextIndex: given.length, attempted: given.length })
    }),
  )
})
