import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A token as the browser makes it; another one each time. */
export function newToken(): string {
  return Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

export function newSubmissionId(): string {
  return `submission-${newToken()}`
}

/** The body of a valid score call: 4 of 5 right on the first try. */
export function scoreBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    sessionToken: newToken(),
    submissionId: newSubmissionId(),
    league: 'addition_facts',
    score: 20,
    problemsSolved: 5,
    correctAnswers: 4,
    averageTime: 1834,
    speedBonus: 0,
    nickname: 'SwiftFox42',
    location: '',
    country: 'US',
    state: 'CA',
    ...changes,
  }
}

/** The body of a valid session call. */
export function sessionBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    sessionToken: newToken(),
    nickname: 'SwiftFox42',
    location: '',
    country: 'US',
    state: 'CA',
    ...changes,
  }
}
