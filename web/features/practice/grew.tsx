import { useState, type ReactNode } from 'react'
import type { Fact } from '../../../domain/fact.ts'
import { FRAME_SIZE, readyOn, type Stage } from '../../../domain/garden.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Butterfly, Plant } from '../../ui/plant.tsx'
import type { CompanionLook } from './companion.tsx'
import { GROWN_PLANTS, grownIn, type Grown, type GrownPlant } from './grown-store.ts'
import { messages } from './messages.en.ts'
import { usePracticeRun } from './use-run.ts'

/** What a plant looked like, and what it looks like now. */
const STAGES: Readonly<Record<GrownPlant, readonly [Stage, Stage]>> = {
  flowers: ['leaf', 'flower'],
  leaves: ['sprout', 'leaf'],
  sprouts: ['soil', 'sprout'],
}

type Props = {
  session: PracticeSession
  companion: CompanionLook
}

/** What grew in a session beside the child's animal, and how many facts will be ready tomorrow. Compares the child only with its own past. */
export function Grew({ session, companion }: Props) {
  const run = usePracticeRun()
  const [grown] = useState(() => grownIn(session.id))
  const [readyTomorrow] = useState(() => {
    const memory = run.memory()
    const day = run.day()
    return memory && day ? readyOn(memory, day + 1) : 0
  })
  if (session.answered.length === 0) return null
  const isGrown =
    grown !== null && (grown.keepsakes > 0 || GROWN_PLANTS.some((plant) => grown[plant].length > 0))
  return (
    <Card className="grid gap-3 p-4!">
      <div className="flex items-center gap-4">
        <span className="origin-bottom animate-hop">
          <AnimalBadge animal={companion.animal} color={companion.color} size={72} />
        </span>
        <div className="min-w-0">
          {isGrown && <h2 className="text-2xl leading-tight">{messages.grew.title}</h2>}
          {grown && !isGrown && (
            <p className="text-xl leading-tight font-bold">
              {messages.grew.nothing(new Set(session.answered.map(({ factId }) => factId)).size)}
            </p>
          )}
          <p className="text-lg text-ink-soft">
            {readyTomorrow > 0
              ? messages.grew.readyTomorrow(readyTomorrow)
              : session.sessionType === TODAYS_TEN && messages.grew.comeBack}
          </p>
        </div>
      </div>
      {grown && isGrown && <Plants grown={grown} />}
    </Card>
  )
}

function Plants({ grown }: { grown: Grown }) {
  return (
    <>
      {grown.keepsakes > 0 && (
        <p className="flex items-center gap-2 text-lg font-bold tabular-nums">
          <Butterfly className="animate-grow text-multiplication" />
          {messages.grew.keepsakes(grown.keepsakes)}
        </p>
      )}
      {GROWN_PLANTS.map(
        (plant) => grown[plant].length > 0 && <Stages key={plant} plant={plant} facts={grown[plant]} />,
      )}
    </>
  )
}

/** Facts that reached the same stage: the plant before, and each one as it looks now. At most a frame of them is drawn. */
function Stages({ plant, facts }: { plant: GrownPlant; facts: readonly Fact[] }) {
  const [before, after] = STAGES[plant]
  const operation = facts[0]?.operation ?? 'addition'
  return (
    <section className="grid gap-1.5">
      <h3 className="flex items-end gap-1.5 text-lg leading-none tabular-nums">
        <Plant stage={before} operation={operation} size={36} className={OPERATION_TONES[operation].text} />
        <span aria-hidden="true">→</span>
        {messages.grew[plant](facts.length)}
      </h3>
      <ul className="grid grid-cols-5 gap-px rounded-md border-2 border-ink bg-line">
        {facts.slice(0, FRAME_SIZE).map((fact) => (
          <Cell key={fact.id}>
            <Plant
              stage={after}
              operation={fact.operation}
              className={`origin-bottom animate-grow ${OPERATION_TONES[fact.operation].text}`}
            />
            <span className="text-sm leading-tight font-bold whitespace-nowrap tabular-nums">
              {messages.grew.fact(fact)}
            </span>
          </Cell>
        ))}
      </ul>
      {facts.length > FRAME_SIZE && (
        <p className="text-ink-soft">{messages.grew.more(facts.length - FRAME_SIZE)}</p>
      )}
    </section>
  )
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <li className="grid justify-items-center rounded-[4px] bg-success-wash px-0.5 pt-1.5 pb-1">{children}</li>
  )
}
