import { messages } from './messages.en.ts'
import { opponentsNow, opponentsOf, scoresOf } from './opponents-now.ts'
import { useBattle } from './use-battle.ts'

/**
 * Says once to a screen reader that an opponent has left. It stands through countdown and arena: what is there from the
 * beginning of a step would not be said, or be said again.
 */
export function Departures() {
  const opponents = useBattle(({ flow }) => opponentsOf(flow))
  const scores = useBattle(({ flow }) => scoresOf(flow))
  return opponentsNow(opponents, scores).map(({ nickname, left }, at) => (
    <output key={`${at} ${nickname}`} className="sr-only">
      {left && messages.hasLeft(nickname)}
    </output>
  ))
}
