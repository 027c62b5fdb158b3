import { newGuest, type GuestRecord } from '../../domain/guest-record.ts'
import type { PracticeResult } from '../../server/practice/port.ts'
import { newPublicId, tokenHash } from '../../server/guest/token.ts'
import { newSubmissionId, newToken } from './guest-calls.ts'

export const DAY = '2026-03-18'

export function newTokenHash(): string {
  return tokenHash(newToken())
}

/** A guest as a store keeps it. */
export function guestRecord(changes: Partial<GuestRecord> = {}): GuestRecord {
  return { ...newGuest(newPublicId(), DAY, 1_000), ...changes }
}

/** Makes a guest where there is none and leaves a known one as it is. */
export function keepOrMake(known: GuestRecord | null): GuestRecord {
  return known ?? guestRecord()
}

/** A finished session as a store keeps it. */
export function practiceResult(changes: Partial<PracticeResult> = {}): PracticeResult {
  return {
    tokenHash: newTokenHash(),
    submissionId: newSubmissionId(),
    league: 'addition_facts',
    practiceDay: DAY,
    score: 20,
    problemsSolved: 5,
    correctAnswers: 4,
    averageTimeMs: 1834,
    playedAtMs: 1_000,
    storedAtMs: 1_000,
    ...changes,
  }
}
