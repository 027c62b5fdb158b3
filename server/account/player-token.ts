import { derivedText } from './derived-text.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 16

/**
 * The session token under which a student plays: 16 letters and digits that follow from the installation's secret, so that it
 * is the same on every device and nowhere stored.
 */
export function playerTokenOf(secret: string, studentId: string): string {
  return derivedText(secret, `player:${studentId}`, ALPHABET, TOKEN_LENGTH)
}
