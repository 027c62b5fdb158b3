import type { Animal } from '../../domain/nickname.ts'
import sprite from '../assets/animals.svg'

/**
 * A player's animal, beside the name that says it (so it is decoration). A name without an animal gets a plain counter.
 * @param size width and height in px
 */
export function AnimalBadge({ animal, size = 40 }: { animal: Animal | null; size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className="shrink-0 rounded-[25%]" aria-hidden="true">
      <use href={`${sprite}#${animal ?? 'player'}`} />
    </svg>
  )
}
