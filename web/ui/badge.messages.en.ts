import type { BadgeColor } from '../../domain/badge.ts'
import { animalOf } from '../../domain/nickname.ts'

const COLORS: Readonly<Record<BadgeColor, string>> = {
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  brown: 'Brown',
}

/** A child's badge in words, like `Blue fox`: for who cannot tell colors apart, and for paper without color. */
export function badgeName({ nickname, color }: { nickname: string; color: BadgeColor }): string {
  return `${COLORS[color]} ${animalOf(nickname) ?? ''}`.trim()
}
