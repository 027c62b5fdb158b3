import { ANIMALS, animalOf, numberOf, withAnimal, type Animal } from './nickname.ts'

/** Colors that a young child can name. */
export const BADGE_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'pink', 'brown'] as const

export type BadgeColor = (typeof BADGE_COLORS)[number]

/** What a child is recognized by in its class: the animal of its nickname, and a color. */
export type Badge = { readonly nickname: string; readonly color: BadgeColor }

/** A badge that has a nickname already, and perhaps a color. */
type WishedBadge = { readonly nickname: string; readonly color?: BadgeColor | undefined }

function colorsOf(animal: Animal, badges: readonly Badge[]): Set<BadgeColor> {
  return new Set(badges.filter(({ nickname }) => animalOf(nickname) === animal).map(({ color }) => color))
}

/** The first color from this one on, in a circle, that is not taken. */
function freeColor(from: BadgeColor, taken: ReadonlySet<BadgeColor>): BadgeColor | undefined {
  const at = BADGE_COLORS.indexOf(from)
  return [...BADGE_COLORS.slice(at), ...BADGE_COLORS.slice(0, at)].find((color) => !taken.has(color))
}

/** Without a wish, the color follows from the number of the nickname, so that a class is of many colors. */
function colorFor(nickname: string): BadgeColor {
  return BADGE_COLORS[numberOf(nickname) % BADGE_COLORS.length] ?? BADGE_COLORS[0]
}

/**
 * The badge of a child in a class with these others: what is wished where nobody has that animal in that color. Otherwise it
 * gets another color; and where all colors of its animal are taken, the animal of which most are left.
 */
export function badgeApart(wish: WishedBadge, others: readonly Badge[]): Badge {
  const { nickname, color = colorFor(nickname) } = wish
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
