import type { ChildWithPin } from '../../../contract/classes.ts'
import { animalOf } from '../../../domain/nickname.ts'

/**
 * The address of the sign-in page with a child's code filled in, what stands for the child, its badge, and what kind of PIN it
 * asks for. They stand behind the `#`. Never a name, which a photograph would tell, and never a PIN, to which it would be a key.
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
