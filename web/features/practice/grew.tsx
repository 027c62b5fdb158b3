import { useState, type ReactNode } from 'react'
import type { Fact } from '../../../domain/fact.ts'
import { FRAME_SIZE, readyOn, stageOf, type Stage } from '../../../domain/garden.ts'
import { memoryOf } from '../../../domain/learning/memory.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { Butterfly, Drop, Plant } from '../../ui/plant.tsx'
import type { CompanionLook } from './companion.tsx'
import { GROWN_PLANTS, grownIn, type Grown, type GrownPlant } from './grown-store.ts'
import { factsToLookAt } from './look-again.tsx'
import { messages } from './messages.en.ts'
import { usePracticeRun } from './use-run.ts'

/** What each plant is now. */
const STAGES: Readonly<Record<GrownPlant, Stage>> = { flowers: 'flower', leaves: 'leaf', sprouts: 'sprout' }

/** If no more facts grew than these, the others that were asked are drawn, too. */
const FEW = 3

type Props = {
  session: PracticeSession
  companion: CompanionLook
}

/** What grew in a session beside the child's animal, and how many facts will be ready tomorrow. Compares the child only with its own past. */
export function Grew({ session, companion }: Props) {
  const run = usePracticeRun()
  const [grown] = useState(() => grownIn(session.id))
  const [memory] = useState(run.memory)
  const [readyTomorrow] = useState(() => {
    const day = run.day()
    return memory && day ? readyOn(memory, day + 1) : 0
  })
  if (session.answered.length === 0) return null
  const grownIds = new Set(GROWN_PLANTS.flatMap((plant) => grown?.[plant].map(({ id }) => id) ?? []))
  const asked = new Set(session.answered.map(({ factId }) => factId))
  const watered = [...new Map(session.facts.map((fact) => [fact.id, fact])).values()].filter(
    ({ id }) => asked.has(id) && !grownIds.has(id),
  )
  const isGrown = grownIds.size > 0
  const saysGoodbye = session.sessionType === TODAYS_TEN && factsToLookAt(session).length === 0
  return (
    <Card className="grid gap-3 p-4!">
      <div className="flex items-center gap-4">
        <span className="origin-bottom animate-hop">
          <AnimalBadge animal={companion.animal} color={companion.color} size={72} />
        </span>
        <div className="min-w-0">
          {isGrown && <h2 className="text-2xl leading-tight">{messages.grew.title}</h2>}
          {grown && !isGrown && (
            <p className="text-xl leading-tight font-bold">{messages.grew.nothing(watered.length)}</p>
          )}
          <p className="text-lg text-ink-soft">
            {readyTomorrow > 0
              ? messages.grew.readyTomorrow(readyTomorrow)
              : saysGoodbye && messages.grew.comeBack}
          </p>
        </div>
      </div>
      {grown && isGrown && <Plants grown={grown} />}
      {grown && grownIds.size <= FEW && watered.length > 0 && (
        <section className="grid gap-1.5">
          {isGrown && (
            <h3 className="flex items-center gap-1.5 text-lg leading-none tabular-nums">
              <Drop size={24} />
              {messages.grew.watered(watered.length)}
            </h3>
          )}
          <Frame facts={watered}>
            {({ id, operation }) => (
              <span className="relative">
                <Plant
                  stage={stageOf(memory && memoryOf(memory, id))}
                  operation={operation}
                  className={OPERATION_TONES[operation].text}
                />
                <Drop className="absolute top-0 -end-2" />
              </span>
            )}
          </Frame>
        </section>
      )}
    </Card>
  )
}

function Plants({ grown }: { grown: Grown }) {
  const before = { flowers: grown.flowersFrom, leaves: 'sprout', sprouts: 'soil' } as const
  return (
    <>
      {grown.keepsakes > 0 && (
        <p className="flex items-center gap-2 text-lg font-bold tabular-nums">
          <Butterfly className="animate-grow text-multiplication" />
          {messages.grew.keepsakes(grown.keepsakes)}
        </p>
      )}
      {GROWN_PLANTS.map(
        (plant) =>
          grown[plant].length > 0 && (
            <Stages key={plant} before={before[plant]} plant={plant} facts={grown[plant]} />
          ),
      )}
    </>
  )
}

type StagesProps = { before: Stage; plant: GrownPlant; facts: readonly Fact[] }

/** Facts that reached the same stage: the plant before, and each one as it looks now. */
function Stages({ before, plant, facts }: StagesProps) {
  const operation = facts[0]?.operation ?? 'addition'
  return (
    <section className="grid gap-1.5">
      <h3 className="flex items-end gap-1.5 text-lg leading-none tabular-nums">
        <Plant stage={before} operation={operation} size={36} className={OPERATION_TONES[operation].text} />
        <span aria-hidden="true">→</span>
        {messages.grew[plant](facts.length)}
      </h3>
      <Frame facts={facts}>
        {(fact) => (
          <Plant
            stage={STAGES[plant]}
            operation={fact.operation}
            className={`origin-bottom animate-grow ${OPERATION_TONES[fact.operation].text}`}
          />
        )}
      </Frame>
    </section>
  )
}

type FrameProps = { facts: readonly Fact[]; children: (fact: Fact) => ReactNode }

/** A plant above each fact. At most a ten-frame of them is drawn. */
function Frame({ facts, children }: FrameProps) {
  return (
    <>
      <ul className="grid grid-cols-5 gap-px rounded-md border-2 border-ink bg-sheet">
        {facts.slice(0, FRAME_SIZE).map((fact) => (
          <li
            key={fact.id}
            className="grid justify-items-center rounded-[4px] bg-success-wash px-0.5 pt-1.5 pb-1"
          >
            {children(fact)}
            <span className="text-sm leading-tight font-bold whitespace-nowrap tabular-nums">
              {messages.grew.fact(fact)}
            </span>
          </li>
        ))}
      </ul>
      {facts.length > FRAME_SIZE && (
        <p className="text-ink-soft">{messages.grew.more(facts.length - FRAME_SIZE)}</p>
      )}
    </>
  )
}
