import { messages } from './messages.en.ts'
import { activeOf, useBattle } from './use-battle.ts'

/**
 * What follows a wrong answer, in the colour of thinking: one more try, then the answer itself (specification §4). It is the
 * live region of these sentences as well; its place is always kept.
 */
export function Feedback() {
  const attempt = useBattle((view) => activeOf(view)?.attempt)
  const answer = useBattle((view) => {
    const active = activeOf(view)
    return active?.attempt === 'reveal' ? active.run.problems[active.index]?.answer : undefined
  })
  return (
    <output className="play-feedback">
      {attempt === 'retry' && (
        <span className="play-not-yet">
          <strong>{messages.arena.notYet}</strong> <span>{messages.arena.tryAgain}</span>
        </span>
      )}
      {answer !== undefined && <strong className="play-not-yet">{messages.arena.reveal(answer)}</strong>}
    </output>
  )
}
