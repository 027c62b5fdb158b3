import { useState } from 'react'
import { readyOn } from '../../../domain/garden.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { grownIn, type Grown } from './grown-store.ts'
import { messages } from './messages.en.ts'
import { usePracticeRun } from './use-run.ts'

/** The most advanced first. */
const PARTS = ['keepsakes', 'flowers', 'leaves', 'sprouts'] as const

/** What grew in a session, and how many facts will be ready tomorrow. Compares the child only with its own past. */
export function Grew({ session }: { session: PracticeSession }) {
  const run = usePracticeRun()
  const [grown] = useState(() => grownIn(session.id))
  const [readyTomorrow] = useState(() => {
    const [memory, day] = [run.memory(), run.day()]
    return memory === null || day === null ? 0 : readyOn(memory, day + 1)
  })
  if (session.answered.length === 0) return null
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      {grown && <Parts grown={grown} count={session.answered.length} />}
      {readyTomorrow > 0 && (
        <p className="text-lg text-ink-soft">{messages.grew.readyTomorrow(readyTomorrow)}</p>
      )}
    </div>
  )
}

function Parts({ grown, count }: { grown: Grown; count: number }) {
  const parts = PARTS.filter((part) => grown[part] > 0)
  if (parts.length === 0) return <p className="text-xl font-bold">{messages.grew.nothing(count)}</p>
  return (
    <>
      <h2 className="text-2xl">{messages.grew.title}</h2>
      <ul className="flex flex-wrap justify-center gap-3">
        {parts.map((part) => (
          <li key={part} className="rounded-key bg-success-wash px-4 py-2 text-2xl font-bold tabular-nums">
            {messages.grew[part](grown[part])}
          </li>
        ))}
      </ul>
    </>
  )
}
