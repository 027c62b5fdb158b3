import { useEffect, useState } from 'react'
import { memoryOf } from '../../../domain/learning/memory.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { messages } from './messages.en.ts'
import { currentFact } from './practice-view.ts'
import { usePracticeRun, useView } from './use-run.ts'
import type * as adultPart from './why-adult.tsx'

/** Text for adults. It is loaded when shown, and left out without a connection. */
function useAdultPart(): typeof adultPart | undefined {
  const [part, setPart] = useState<typeof adultPart>()
  useEffect(() => void import('./why-adult.tsx').then(setPart, () => {}), [])
  return part
}

/** Why the current problem is asked: a sentence for the child and one for adults. */
export function WhyThis() {
  const run = usePracticeRun()
  const fact = useView(({ state }) => currentFact(state))
  const reason = useView(({ state }) => ('index' in state ? state.session.reasons[state.index] : undefined))
  const memory = run.memory()
  const part = useAdultPart()
  if (fact === null || reason === undefined || memory === null) return null
  return (
    <>
      <p className="text-xl font-bold">{messages.why.forChild(reason)}</p>
      <p className="mt-3 text-ink-soft">
        {part && <part.AdultWhy reason={reason} fact={memoryOf(memory, fact.id)} />}
      </p>
    </>
  )
}

/** Why each problem of a finished session was asked; collapsed at first. */
export function WhyThese({ session }: { session: PracticeSession }) {
  const [isOpen, setOpen] = useState(false)
  if (session.answered.length === 0) return null
  return (
    <details onToggle={() => setOpen(true)}>
      <summary className="min-h-12 cursor-pointer content-center rounded-key px-2 text-lg font-bold">
        {messages.why.ofSession}
      </summary>
      {isOpen && <Opened session={session} />}
    </details>
  )
}

function Opened(props: { session: PracticeSession }) {
  const part = useAdultPart()
  return part && <part.ReasonList {...props} />
}
