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

/** The nickname to store: this one if it is friendly, else a generated one that is always the same for the same token. */
export function friendlyNickname(text: string, tokenHash: string): string {
  return isFriendlyNickname(text) ? text : generateNickname(seededRandom(parseInt(tokenHash.slice(0, 8), 16)))
}
