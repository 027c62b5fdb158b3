import { DEFAULT_NICKNAME } from '../../domain/guest-record.ts'
import { generateNickname } from '../../domain/nickname.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { FRIENDLY_ADJECTIVES, FRIENDLY_ANIMALS } from './friendly-words.ts'

const PARTS = /^([A-Z][a-z]+)([A-Z][a-z]+)[1-9][0-9]?$/

/** Whether a nickname is `Player`, or an adjective and an animal of our lists with a number from 1 to 99 (NIC-6). */
export function isFriendlyNickname(text: string): boolean {
  const [, adjective = '', animal = ''] = PARTS.exec(text) ?? []
  return text === DEFAULT_NICKNAME || (FRIENDLY_ADJECTIVES.has(adjective) && FRIENDLY_ANIMALS.has(animal))
}

/** As many digits of a token's hash make one name. */
const DIGITS_OF_NAME = 8
const MAX_GENERATED = 4

/** The nicknames a guest may get, in order: this one if it is friendly, and generated ones that are always the same for the same token. */
export function nicknamesFor(text: string, tokenHash: string): readonly string[] {
  const generated = Array.from({ length: MAX_GENERATED }, (_, at) => {
    const digits = tokenHash.slice(at * DIGITS_OF_NAME, (at + 1) * DIGITS_OF_NAME)
    return generateNickname(seededRandom(parseInt(digits, 16)))
  })
  return isFriendlyNickname(text) ? [text, ...generated] : generated
}
