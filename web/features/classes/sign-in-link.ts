import type { ChildWithPin } from '../../../contract/classes.ts'
import { animalOf } from '../../../domain/nickname.ts'

/**
 * The address of the sign-in page with a child's class code, card id, badge and kind of PIN in the fragment. It never contains
 * a name, which a photo would reveal, or a PIN.
 */
export function signInLink(
  origin: string,
  code: string,
  { card, nickname, color, pinKind }: Pick<ChildWithPin, 'card' | 'nickname' | 'color' | 'pinKind'>,
): string {
  const animal = animalOf(nickname)
  const badge = animal === null ? {} : { badge: `${color}-${animal}` }
  return `${origin}/sign-in#${String(new URLSearchParams({ code, card, ...badge, pin: pinKind }))}`
}
