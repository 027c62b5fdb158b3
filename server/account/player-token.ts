import { derivedText } from './derived-text.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 16

/**
 * The session token under which a student plays: 16 letters and digits that follow from the installation's secret, so that it
 * is the same on every device and nowhere stored. Each round has another one; nobody gets from one to the next without the secret.
 */
export function playerTokenOf(secret: string, studentId: string, round: number): string {
  // The first round is what there was before there were rounds.
  const text = round === 0 ? `player:${studentId}` : `player:${studentId} ${round}`
  return derivedText(secret, text, ALPHABET, TOKEN_LENGTH)
}
