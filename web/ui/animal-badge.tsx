import type { BadgeColor } from '../../domain/badge.ts'
import type { Animal } from '../../domain/nickname.ts'
import sprite from '../assets/animals.svg'

const RING: Readonly<Record<BadgeColor, string>> = {
  red: 'stroke-badge-red',
  orange: 'stroke-badge-orange',
  green: 'stroke-badge-green',
  blue: 'stroke-badge-blue',
  purple: 'stroke-badge-purple',
  pink: 'stroke-badge-pink',
  brown: 'stroke-badge-brown',
}

type Props = {
  animal: Animal | null
  /** Width and height in px. */
  size?: number
  /** That of a child in its class, as a ring. */
  color?: BadgeColor | null | undefined
}

/** A player's animal. Decorative: the name beside it contains the animal. A name without an animal gets a plain counter. */
export function AnimalBadge({ animal, size = 40, color }: Props) {
  return (
    <svg
      viewBox={color ? '-9 -9 82 82' : '0 0 64 64'}
      width={size}
      height={size}
      className="shrink-0 rounded-[25%]"
      aria-hidden="true"
    >
      <use href={`${sprite}#${animal ?? 'player'}`} width="64" height="64" />
      {color && (
        <rect x="-6" y="-6" width="76" height="76" rx="21" className={`fill-none stroke-6 ${RING[color]}`} />
      )}
    </svg>
  )
}
