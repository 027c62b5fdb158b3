import { CLASS_NAME_PATTERN, NAME_PATTERN, refusedCharacter } from '../../../domain/child-name.ts'

const PATTERNS = { child: NAME_PATTERN, class: CLASS_NAME_PATTERN }

/** Whose name it is. */
export type Named = keyof typeof PATTERNS

/** Why a child's name cannot be stored: the character that it may not have, or no letter at all. */
export function refusedWords(name: string): string {
  return refusedSignWords(name, 'child') ?? 'no letter or number'
}

/** The character that such a name may not have; undefined for none. */
export function refusedSignWords(name: string, named: Named): string | undefined {
  const sign = refusedCharacter(name, PATTERNS[named])
  return sign === null ? undefined : `“${sign}” can’t be part of a name`
}
