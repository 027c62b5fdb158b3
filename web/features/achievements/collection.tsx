import { useId } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { ACHIEVEMENT_KINDS, ACHIEVEMENTS } from '../../../domain/achievements/catalog.ts'
import { findFact } from '../../../domain/fact.ts'
import { Card } from '../../ui/card.tsx'
import { writtenProblem } from '../../ui/written-problem.ts'
import { KindPicture } from './kind-picture.tsx'
import { achievementMessages as words, type About } from './messages.en.ts'

type Achievement = StudentProgress['achievements'][number]

type Props = {
  /** Newest first. */
  achievements: readonly Achievement[]
  reader: 'child' | 'adult'
}

/** What a child has achieved, by kind and newest first. Nothing is shown of what is still to come, and nothing if there is none. */
export function Collection({ achievements, reader }: Props) {
  const id = useId()
  if (achievements.length === 0) return null
  return (
    <Card aria-labelledby={id} className="grid gap-5">
      <h2 id={id} className="text-2xl">
        {reader === 'child' ? words.title : words.titleForAdults}
      </h2>
      {ACHIEVEMENT_KINDS.map((kind) => {
        const ofKind = highest(achievements.filter((each) => ACHIEVEMENTS[each.id].kind === kind))
        if (ofKind.length === 0) return null
        return (
          <section key={kind} aria-labelledby={`${id}${kind}`} className="grid gap-3">
            <h3 id={`${id}${kind}`} className="text-lg">
              {words.kinds[kind]}
            </h3>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {ofKind.map((achievement) => (
                <Row key={achievement.id} achievement={achievement} />
              ))}
            </ul>
          </section>
        )
      })}
    </Card>
  )
}

/** Of each achievement the highest level, in the given order. */
function highest(achievements: readonly Achievement[]): readonly Achievement[] {
  return achievements.filter(
    ({ id, level }) => !achievements.some((other) => other.id === id && other.level > level),
  )
}

function Row({ achievement }: { achievement: Achievement }) {
  const { title, text } = words.of[achievement.id]
  const about = aboutOf(achievement)
  return (
    <li className="flex items-center gap-4 rounded-key bg-sunk p-3">
      <KindPicture kind={ACHIEVEMENTS[achievement.id].kind} />
      <div className="min-w-0">
        <p className="font-bold">{title(about)}</p>
        <p>{text(about)}</p>
        <p className="text-sm text-ink-soft">
          <time dateTime={achievement.day}>{words.on(achievement.day)}</time>
        </p>
      </div>
    </li>
  )
}

function aboutOf({ amount, about }: Achievement): About {
  const fact = findFact(about)
  return {
    amount,
    fact: fact ? writtenProblem(fact).replace(' =', '') : '',
    numbers: [fact?.operand1 ?? 0, fact?.operand2 ?? 0],
  }
}
