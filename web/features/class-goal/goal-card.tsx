import type { CurrentGoal } from '../../../contract/class-goals.ts'
import { GoalPicture } from './goal-picture.tsx'
import { GoalWords } from './goal-words.tsx'
import { goalMessages as words } from './messages.en.ts'

/** The goal of the child's class: how many days there are, and not whose. */
export function GoalCard({ week }: { week: CurrentGoal }) {
  return (
    <section
      aria-labelledby="class-goal"
      className="grid gap-3 rounded-card border-2 border-line bg-sheet p-5"
    >
      <h2 id="class-goal" className="text-2xl">
        {words.ofChild}
      </h2>
      <GoalPicture days={week.days} goal={week.goal} />
      <GoalWords week={week} />
    </section>
  )
}
