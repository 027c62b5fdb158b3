import type { BadgeColor } from '../../domain/badge.ts'
import { animalOf, type Animal } from '../../domain/nickname.ts'

const COLORS: Readonly<Record<BadgeColor, string>> = {
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  brown: 'Brown',
}

/** A badge in words, like `Blue fox`. */
export function badgeWords(color: BadgeColor, animal: Animal | null): string {
  return `${COLORS[color]} ${animal ?? ''}`.trim()
}

/** A child's badge in words, for people who cannot distinguish colors and for printing without color. */
export function badgeName({ nickname, color }: { nickname: string; color: BadgeColor }): string {
  return badgeWords(color, animalOf(nickname))
}
