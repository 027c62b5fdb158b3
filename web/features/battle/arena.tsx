import { useEffect, useRef, useState } from 'react'
import { useAnswerKeys } from '../../lib/answer-keys.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import { ArenaBar } from './arena-bar.tsx'
import { AnswerKeys } from './answer-keys.tsx'
import type { BattleSession } from './battle-session.ts'
import { Feedback } from './feedback.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ConnectionLost } from './stopped.tsx'
import { messages } from './messages.en.ts'
import { Question } from './question.tsx'
import { Race } from './race.tsx'
import { activeOf, useBattle, useSession } from './use-battle.ts'
import '../../ui/play.css'
import './battle.css'

const submit = (session: BattleSession): void => session.submit()

/**
 * The screen with the current problem. Each part subscribes only to what it shows and has its space reserved: nothing moves
 * except the small markers of the race at the top.
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
    // A translator would take over the texts that change with each answer.
    <div translate="no" className="play-screen battle-screen">
      <ArenaBar nickname={nickname} onLeave={() => setLeaving(true)} announce={setSpokenTime} />
      <Race nickname={nickname} />
      <div className="battle-board">
        <Question answer={answer} />
        <Feedback />
      </div>
      <AnswerKeys answer={answer} />
      <ConnectionLost text={messages.arena.away} />
      <Announcer spokenTime={spokenTime} />
      <LeaveDialog open={leaving} onClose={() => setLeaving(false)} />
    </div>
  )
}

/** Live regions for screen readers: the verdict with the next problem, and the time left on request. */
function Announcer({ spokenTime }: { spokenTime: string }) {
  const index = useBattle((view) => activeOf(view)?.index ?? 0)
  const run = useBattle((view) => activeOf(view)?.run)
  const problem = run?.problems[index]
  const last = run?.given.at(-1)
  // Only first attempts are in `given`. Misses are announced by Feedback.
  const isRight = last?.problemIndex === index - 1 && last.answer === run?.problems[index - 1]?.answer
  const verdict = isRight ? `${messages.arena.spokenCorrect(last.points)} ` : ''
  return (
    <>
      <output className="sr-only">{problem && `${verdict}${messages.arena.question(problem)}`}</output>
      <output className="sr-only">{spokenTime}</output>
    </>
  )
}
