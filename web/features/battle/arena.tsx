import { useEffect, useRef, useState } from 'react'
import { useAnswerKeys } from '../../lib/answer-keys.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import { ArenaBar } from './arena-bar.tsx'
import { AnswerKeys } from './answer-keys.tsx'
import type { BattleSession } from './battle-session.ts'
import { Feedback } from './feedback.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LostLine } from './stopped.tsx'
import { messages } from './messages.en.ts'
import { Question } from './question.tsx'
import { Race } from './race.tsx'
import { activeOf, useBattle, useSession } from './use-battle.ts'
import '../../ui/play.css'
import './battle.css'

const submit = (session: BattleSession): void => session.submit()

/**
 * The step on which a problem is up. Its parts each watch only what they draw, and every part has its place reserved: nothing
 * on the screen moves but the small marks of the race, at its upper edge.
 */
export function Arena({ nickname }: { nickname: string }) {
  const session = useSession()
  const answer = useRef<HTMLInputElement>(null)
  const [spokenTime, setSpokenTime] = useState('')
  const [leaving, setLeaving] = useState(false)
  useWholeScreen(true)
  useAnswerKeys(session, answer, submit)
  useEffect(() => {
    if (!leaving) answer.current?.focus({ preventScroll: true })
  }, [leaving])

  return (
    <div className="play-screen battle-screen">
      <ArenaBar nickname={nickname} onLeave={() => setLeaving(true)} onAskTime={setSpokenTime} />
      <Race nickname={nickname} />
      <div className="battle-board">
        <Question answer={answer} />
        <Feedback />
      </div>
      <AnswerKeys answer={answer} />
      <LostLine text={messages.arena.away} />
      <Announcer spokenTime={spokenTime} />
      <LeaveDialog open={leaving} onClose={() => setLeaving(false)} />
    </div>
  )
}

/** What a screen reader hears of its own accord: the verdict with the next problem; and the time left when asked. */
function Announcer({ spokenTime }: { spokenTime: string }) {
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
