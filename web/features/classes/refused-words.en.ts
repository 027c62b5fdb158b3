import { refusedCharacter } from '../../../domain/child-name.ts'

/** Why a name cannot be stored: the character that it may not have, or no letter at all. */
export function refusedWords(name: string): string {
  const sign = refusedCharacter(name)
  return sign === null ? 'no letter or number' : `“${sign}” can’t be part of a name`
}
