import {
  ACHIEVEMENTS,
  type AchievementId,
  type AchievementKind,
} from '../../../domain/achievements/catalog.ts'
import sprite from '../../assets/achievements.svg'

const COLORS: Readonly<Record<AchievementKind, string>> = {
  mastery: 'text-multiplication',
  growth: 'text-success',
  courage: 'text-subtraction',
  effort: 'text-addition',
  together: 'text-division',
}

/** The picture of an achievement, in the color of its kind. Decorative: its title stands beside it. */
export function AchievementPicture({ id, size = 44 }: { id: AchievementId; size?: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={`shrink-0 ${COLORS[ACHIEVEMENTS[id].kind]}`}
      aria-hidden="true"
    >
      <use href={`${sprite}#${id}`} />
    </svg>
  )
}
