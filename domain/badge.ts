import { ANIMALS, animalOf, numberOf, withAnimal, type Animal } from './nickname.ts'

/** Colors that a young child can name. */
export const BADGE_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'pink', 'brown'] as const

export type BadgeColor = (typeof BADGE_COLORS)[number]

/** How a child is recognized in its class: the animal of its nickname, and a color. */
export type Badge = { readonly nickname: string; readonly color: BadgeColor }

/** A requested badge: a nickname, and optionally a color. */
type RequestedBadge = { readonly nickname: string; readonly color?: BadgeColor | undefined }

function colorsOf(animal: Animal, badges: readonly Badge[]): Set<BadgeColor> {
  return new Set(badges.filter(({ nickname }) => animalOf(nickname) === animal).map(({ color }) => color))
}

/** The first free color, starting at `from` and wrapping around. */
function freeColor(from: BadgeColor, taken: ReadonlySet<BadgeColor>): BadgeColor | undefined {
  const at = BADGE_COLORS.indexOf(from)
  return [...BADGE_COLORS.slice(at), ...BADGE_COLORS.slice(0, at)].find((color) => !taken.has(color))
}

/** The default color comes from the number of the nickname, which spreads a class over all colors. */
function colorFor(nickname: string): BadgeColor {
  return BADGE_COLORS[numberOf(nickname) % BADGE_COLORS.length] ?? BADGE_COLORS[0]
}

/**
 * A badge that none of the `others` in the class has: the requested one if it is free, else its animal in another color. If all
 * colors of that animal are taken, the animal changes to the one with the fewest badges.
 */
export function unusedBadge(requested: RequestedBadge, others: readonly Badge[]): Badge {
  const { nickname, color = colorFor(nickname) } = requested
  const animal = animalOf(nickname)
  if (animal === null) return { nickname, color }
  const free = freeColor(color, colorsOf(animal, others))
  if (free !== undefined) return { nickname, color: free }
  const [rarest = animal] = ANIMALS.toSorted((a, b) => colorsOf(a, others).size - colorsOf(b, others).size)
  return {
    nickname: withAnimal(nickname, rarest),
    color: freeColor(color, colorsOf(rarest, others)) ?? color,
  }
}
