import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'

type Props = {
  nickname: string
  isBot: boolean
  /** Width and height in px. */
  size: number
}

/** A player's animal, or a robot for a bot. Decorative: the name is beside it. */
export function FighterBadge({ nickname, isBot, size }: Props) {
  return isBot ? <RobotBadge size={size} /> : <AnimalBadge animal={animalOf(nickname)} size={size} />
}

/** In the style of the animals: flat shapes, a head on a rounded square of 64 units. */
function RobotBadge({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className="shrink-0" aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#c9d3ea" />
      <path d="M32 9v8" stroke="#3a4876" strokeWidth="4" strokeLinecap="round" />
      <circle cx="32" cy="9" r="4.5" fill="#e9772b" />
      <path d="M8 32v9M56 32v9" stroke="#3a4876" strokeWidth="6" strokeLinecap="round" />
      <rect x="11" y="17" width="42" height="38" rx="10" fill="#7183b4" />
      <rect x="16" y="23" width="32" height="16" rx="8" fill="#17203a" />
      <circle cx="25" cy="31" r="4" fill="#ffcb3d" />
      <circle cx="39" cy="31" r="4" fill="#ffcb3d" />
      <path d="M24 47h16" stroke="#fdfcf7" strokeWidth="4" strokeLinecap="round" strokeDasharray="4 6" />
    </svg>
  )
}
