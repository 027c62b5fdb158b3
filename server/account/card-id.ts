import { CARD_ID_LENGTH, CODE_ALPHABET } from '../../domain/code.ts'
import { derivedText } from './derived-text.ts'

/**
 * What the QR code of a child's card says instead of its name. It says nothing of the child, and opens nothing without the
 * class code and the PIN.
 */
export function cardIdOf(secret: string, studentId: string): string {
  return derivedText(secret, `card:${studentId}`, CODE_ALPHABET, CARD_ID_LENGTH)
}
