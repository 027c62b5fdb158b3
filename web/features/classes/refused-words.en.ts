import { refusedCharacter } from '../../../domain/child-name.ts'

/** Why a name cannot be stored: the character that it may not have, or no letter at all. */
export function refusedWords(name: string): string {
  return refusedSignWords(name) ?? 'no letter or number'
}

/** The character that such a name may not have; undefined for none. */
export function refusedSignWords(name: string, pattern?: RegExp): string | undefined {
  const sign = refusedCharacter(name, pattern)
  return sign === null ? undefined : `“${sign}” can’t be part of a name`
}
