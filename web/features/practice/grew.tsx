import { useState } from 'react'
import type { Operation } from '../../../domain/fact.ts'
import { readyOn, type Stage } from '../../../domain/garden.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { Card } from '../../ui/card.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Butterfly, Plant } from '../../ui/plant.tsx'
import { GROWN_PARTS, grownIn, type Grown, type GrownPart } from './grown-store.ts'
import { messages } from './messages.en.ts'
import { usePracticeRun } from './use-run.ts'

/** What a plant looked like, and what it looks like now. */
const STAGES: Readonly<Record<Exclude<GrownPart, 'keepsakes'>, readonly [Stage, Stage]>> = {
  flowers: ['leaf', 'flower'],
  leaves: ['sprout', 'leaf'],
  sprouts: ['soil', 'sprout'],
}

/** What grew in a session, and how many facts will be ready tomorrow. Compares the child only with its own past. */
export function Grew({ session }: { session: PracticeSession }) {
  const run = usePracticeRun()
  const [grown] = useState(() => grownIn(session.id))
  const [readyTomorrow] = useState(() => {
    const memory = run.memory()
    const day = run.day()
    return memory && day ? readyOn(memory, day + 1) : 0
  })
  if (session.answered.length === 0) return null
  return (
    <Card className="flex flex-col items-center gap-2 p-4! text-center">
      {grown && <Parts grown={grown} facts={new Set(session.answered.map(({ factId }) => factId)).size} />}
      <p className="text-lg text-ink-soft">
        {readyTomorrow > 0 ? messages.grew.readyTomorrow(readyTomorrow) : messages.grew.comeBack}
      </p>
    </Card>
  )
}

function Parts({ grown, facts }: { grown: Grown; facts: number }) {
  const parts = GROWN_PARTS.filter((part) => grown.counts[part] > 0)
  if (parts.length === 0) return <p className="text-xl font-bold">{messages.grew.nothing(facts)}</p>
  return (
    <>
      <h2 className="text-2xl">{messages.grew.title}</h2>
      <ul className="flex flex-wrap justify-center gap-3">
        {parts.map((part) => (
          <li
            key={part}
            className="flex items-center gap-3 rounded-key bg-success-wash px-4 py-2 text-xl font-bold tabular-nums"
          >
            <Pictures part={part} flowerOf={grown.flowerOf} />
            {messages.grew[part](grown.counts[part])}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A plant before and after. The later one grows for 300 ms. */
function Pictures({ part, flowerOf }: { part: GrownPart; flowerOf: Operation }) {
  const { text } = OPERATION_TONES[flowerOf]
  if (part === 'keepsakes') return <Butterfly className={`animate-grow ${text}`} />
  const [before, after] = STAGES[part]
  return (
    <span className="flex items-end gap-1">
      <Plant stage={before} operation={flowerOf} size={28} />
      <span className="self-center" aria-hidden="true">
        →
      </span>
      <Plant stage={after} operation={flowerOf} className={`origin-bottom animate-grow ${text}`} />
    </span>
  )
}
