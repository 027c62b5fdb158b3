import type { CurrentGoal } from '../../../contract/class-goals.ts'
import { goalMessages as words } from './messages.en.ts'

/** How far the class is. */
export function GoalWords({ week: { days, goal, state } }: { week: CurrentGoal }) {
  return (
    <>
      <p>
        <span className="font-bold">{words.together(days)}</span> {words.goal(goal)}
      </p>
      {state !== 'open' && <p className="font-bold">{state === 'reached' ? words.reached : words.missed}</p>}
    </>
  )
}
