import { useId } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { ACHIEVEMENT_KINDS, ACHIEVEMENTS } from '../../../domain/achievements/catalog.ts'
import { Card } from '../../ui/card.tsx'
import { AchievementPicture } from './achievement-picture.tsx'
import { collectionMessages as words } from './collection.messages.en.ts'
import { aboutOf, achievementMessages } from './messages.en.ts'

type Achievement = StudentProgress['achievements'][number]

type Props = {
  /** Newest first. */
  achievements: readonly Achievement[]
  /** Good weeks so far; the achievement is earned for the first one. */
  goodWeeks?: number
  reader: 'child' | 'adult'
}

/**
 * A child's achievements by kind, newest first. Shows none that are still to be earned, and renders nothing if there are none.
 */
export function Collection({ achievements, goodWeeks = 0, reader }: Props) {
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
                <Row key={achievement.id} achievement={achievement} goodWeeks={goodWeeks} />
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

/** The sentence of an achievement; of those whose number goes on rising, one with the number. */
function sentenceOf(achievement: Achievement, goodWeeks: number): string {
  const { id, level } = achievement
  const { of } = achievementMessages
  const about = aboutOf(achievement)
  if (id === 'good-week' && goodWeeks > 1) return of['week-after-week'].text({ ...about, amount: goodWeeks })
  return id === 'class-goal' && level > 1 ? words.goals(level) : of[id].text(about)
}

function Row({ achievement, goodWeeks }: { achievement: Achievement; goodWeeks: number }) {
  return (
    <li className="flex items-center gap-4 rounded-key bg-sunk p-3">
      <AchievementPicture id={achievement.id} />
      <div className="min-w-0">
        <p className="font-bold">{achievementMessages.of[achievement.id].title(aboutOf(achievement))}</p>
        <p>{sentenceOf(achievement, goodWeeks)}</p>
        <p className="text-sm text-ink-soft">
          <time dateTime={achievement.day}>{words.on(achievement.day)}</time>
        </p>
      </div>
    </li>
  )
}
