import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { StudentProgress } from '../../../contract/student-progress.ts'
import { AchievementPicture } from './achievement-picture.tsx'
import { aboutOf, achievementMessages as words } from './messages.en.ts'

type Announced = NonNullable<StudentProgress['announced']>
type Achievement = Omit<Announced['large'], 'day'>

type Props = {
  large: Achievement
  small: readonly Achievement[]
  /** Called once most of the announcement has been on the screen. */
  onShown: (shown: readonly Achievement[]) => void
}

/** The share of an announcement that must be visible before it counts as shown. */
const SEEN = { threshold: 0.6 }

/** What a child has just achieved, on the results: one large achievement, with at most two small ones beside it. */
export function Announcement({ large, small, onShown }: Props) {
  const id = useId()
  const noteShown = useEffectEvent(() => onShown([large, ...small]))
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      noteShown()
    }, SEEN)
    if (section.current) observer.observe(section.current)
    return () => observer.disconnect()
  }, [])
  return (
    <section ref={section} aria-labelledby={id} className="grid gap-2.5">
      <h2 id={id} className="text-center text-xl sm:text-2xl">
        {words.announced}
      </h2>
      <Line achievement={large} isLarge />
      {small.length > 0 && (
        <ul className="grid gap-2.5">
          {small.map((achievement) => (
            <li key={achievement.id + achievement.level}>
              <Line achievement={achievement} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ achievement, isLarge }: { achievement: Achievement; isLarge?: boolean }) {
  const { title, text } = words.of[achievement.id]
  const about = aboutOf(achievement)
  return (
    <div
      className={`flex items-center gap-4 rounded-card border-2 bg-sheet ${isLarge ? 'border-accent-edge p-3 sm:p-4' : 'border-line p-2.5'}`}
    >
      <AchievementPicture id={achievement.id} size={isLarge ? 72 : 44} />
      <div className="min-w-0">
        <p className={`font-bold ${isLarge ? 'text-xl sm:text-2xl' : ''}`}>{title(about)}</p>
        <p className={isLarge ? 'sm:text-lg' : 'leading-snug'}>{text(about)}</p>
      </div>
    </div>
  )
}
