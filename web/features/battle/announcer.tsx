import { messages } from './messages.en.ts'
import { activeOf, useBattle } from './use-battle.ts'

/** What a screen reader hears of its own accord: the verdict with the next problem; and the time left when asked. */
export function Announcer({ spokenTime }: { spokenTime: string }) {
  const index = useBattle((view) => activeOf(view)?.index ?? 0)
  const run = useBattle((view) => activeOf(view)?.run)
  const problem = run?.problems[index]
  const last = run?.given.at(-1)
  // The second try of a problem gives none, and its own sentences stand below the problem.
  const isRight = last?.problemIndex === index - 1 && last.answer === run?.problems[index - 1]?.answer
  const verdict = isRight ? `${messages.arena.heardCorrect(last.points)} ` : ''
  return (
    <>
      <output className="sr-only">{problem && `${verdict}${messages.arena.question(problem)}`}</output>
      <output className="sr-only">{spokenTime}</output>
    </>
  )
}
