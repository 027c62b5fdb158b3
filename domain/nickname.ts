import type { Random } from './fact-selection.ts'

/** Kind words that go with any animal. None is longer than 9 letters, so that every name fits into 24 characters. */
export const ADJECTIVES = [
  'Amazing',
  'Brave',
  'Bright',
  'Calm',
  'Careful',
  'Cheerful',
  'Clever',
  'Cosmic',
  'Curious',
  'Daring',
  'Eager',
  'Epic',
  'Fair',
  'Friendly',
  'Gentle',
  'Gifted',
  'Glad',
  'Golden',
  'Graceful',
  'Happy',
  'Helpful',
  'Honest',
  'Jolly',
  'Keen',
  'Kind',
  'Lively',
  'Lucky',
  'Merry',
  'Mighty',
  'Nimble',
  'Noble',
  'Patient',
  'Polite',
  'Proud',
  'Quick',
  'Quiet',
  'Ready',
  'Royal',
  'Shiny',
  'Silver',
  'Smart',
  'Speedy',
  'Steady',
  'Stellar',
  'Strong',
  'Sunny',
  'Super',
  'Swift',
  'Thankful',
  'Tidy',
  'Warm',
  'Wise',
  'Witty',
  'Zippy',
] as const

/** Each has a drawing of this name. */
export const ANIMALS = [
  'fox',
  'owl',
  'panda',
  'koala',
  'otter',
  'rabbit',
  'tiger',
  'lion',
  'bear',
  'wolf',
  'deer',
  'moose',
  'elephant',
  'giraffe',
  'zebra',
  'rhino',
  'sloth',
  'raccoon',
  'badger',
  'hedgehog',
  'squirrel',
  'mouse',
  'cat',
  'dog',
  'horse',
  'pony',
  'sheep',
  'goat',
  'duck',
  'goose',
  'penguin',
  'parrot',
  'eagle',
  'robin',
  'turtle',
  'frog',
  'gecko',
  'dolphin',
  'seal',
  'shark',
  'octopus',
  'crab',
  'bee',
] as const

export type Animal = (typeof ANIMALS)[number]

/** Indexes into `ADJECTIVES` and `ANIMALS`, and the number. */
type NicknameParts = { readonly adjective: number; readonly animal: number; readonly number: number }

const MAX_NUMBER = 99
/** Numbers with another meaning to some people; the next number is used instead. */
const AVOIDED_NUMBERS = [69, 88]
const GENERATED = new RegExp(
  `^(${ADJECTIVES.join('|')})([A-Z][a-z]+)(?!(?:${AVOIDED_NUMBERS.join('|')})$)([1-9][0-9]?)$`,
)

const ENDS_WITH_ANIMAL = /^[A-Z][a-z]+([A-Z][a-z]+)[1-9][0-9]?$/

function anyOf<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** Adjective, animal (any, or the given one) and a number from 1 to 99, such as `SwiftFox42` (specification §4). */
export function generateNickname(random: Random, animal: Animal | null = null): string {
  const adjective = anyOf(ADJECTIVES, random)
  return nicknameWith(adjective, animal ?? anyOf(ANIMALS, random), random)
}

function nicknameWith(adjective: string, animal: Animal, random: Random): string {
  const drawn = 1 + Math.floor(random() * MAX_NUMBER)
  const number = AVOIDED_NUMBERS.includes(drawn) ? drawn + 1 : drawn
  return `${adjective}${capital(animal)}${number}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A nickname with an animal that none of the others has, as long as there is one. */
export function generateUnusedNickname(random: Random, others: readonly string[]): string {
  const taken = new Set(others.map(animalOf))
  const [first, ...rest] = ANIMALS.filter((animal) => !taken.has(animal))
  const animal = anyOf(first ? [first, ...rest] : ANIMALS, random)
  return nicknameWith(anyOf(ADJECTIVES, random), animal, random)
}

/** The animal at the end of a nickname, before its number, if it has a drawing; else null. */
export function animalOf(nickname: string): Animal | null {
  const word = ENDS_WITH_ANIMAL.exec(nickname)?.[1]?.toLowerCase()
  return ANIMALS.find((animal) => animal === word) ?? null
}

/** Whether the generator can make this nickname. */
export function isGenerated(nickname: string): boolean {
  return GENERATED.test(nickname) && animalOf(nickname) !== null
}

/** A generated nickname as places in the vocabulary and its number. Any other name counts as the first one. */
export function partsOfNickname(nickname: string): NicknameParts {
  const [, adjective, animal, number] = GENERATED.exec(nickname) ?? []
  const word = ANIMALS.findIndex((known) => known === animal?.toLowerCase())
  if (word < 0) return { adjective: 0, animal: 0, number: 1 }
  return {
    adjective: ADJECTIVES.findIndex((known) => known === adjective),
    animal: word,
    number: Number(number),
  }
}

/** The inverse of `partsOfNickname`; null if no nickname has these parts. */
export function nicknameOf({ adjective, animal, number }: NicknameParts): string | null {
  const nickname = `${ADJECTIVES[adjective]}${capital(ANIMALS[animal] ?? '')}${number}`
  return GENERATED.test(nickname) ? nickname : null
}

/** The number of a generated nickname, or 0 for any other name. */
export function numberOf(nickname: string): number {
  return Number(GENERATED.exec(nickname)?.[3] ?? 0)
}

/** A generated nickname with another animal; any other name stays as it is. */
export function withAnimal(nickname: string, animal: Animal): string {
  return nickname.replace(GENERATED, `$1${capital(animal)}$3`)
}
