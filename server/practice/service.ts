import type { guestRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'
import { afterSession, newGuest, type GuestRecord } from '../../domain/guest-record.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import type { ReadProfile } from '../guest/port.ts'
import { Refusal } from '../operations/errors.ts'
import type { PracticeStore, ReadPlace } from './port.ts'

type SaveScore = Output<(typeof guestRoutes)['saveScore']['body']>
type ScoreSaved = Output<(typeof guestRoutes)['saveScore']['answer']>

export type PracticeServiceNeeds = {
  readonly results: PracticeStore
  readonly readPlace: ReadPlace
  readonly readProfile: ReadProfile
  readonly now: () => number
  readonly newPublicId: () => string
  /** Told of each session that was counted. */
  readonly onCounted: () => void
}

export type PracticeService = {
  /** Counts one finished session, once. Throws a 429 Refusal for more problems than a keyboard allows, a 404 one for a deleted player. */
  saveScore(tokenHash: string, body: SaveScore): Promise<ScoreSaved>
}

/** Throws a 403 Refusal for a student's own token: what counts for a student is what the log of the answers says. */
function refuseStudent(player: GuestRecord | null): void {
  if (player === null || player.studentId === null || player.mergedAtMs !== null) return
  throw new Refusal(403, 'forbidden', 'The points of a student come from the sessions of the student.')
}

/** The score call over a store (decisions §6). */
export function practiceService(needs: PracticeServiceNeeds): PracticeService {
  const { results, readPlace, readProfile, now, newPublicId, onCounted } = needs
  return {
    saveScore: async (tokenHash, body) => {
      const nowMs = now()
      const playedAtMs = nowMs - (body.secondsAgo ?? 0) * 1000
      const day = practiceDay(playedAtMs)
      const profile = readProfile(body)
      const result = {
        tokenHash,
        submissionId: body.submissionId ?? null,
        league: body.league,
        practiceDay: day,
        score: body.score,
        problemsSolved: body.problemsSolved,
        correctAnswers: body.correctAnswers,
        averageTimeMs: Math.round(body.averageTime),
        speedBonus: Math.round(body.speedBonus),
        playedAtMs,
        storedAtMs: nowMs,
      }
      const before = await readPlace(day, body.league, tokenHash)
      const finished = { day, problems: body.problemsSolved, profile, playedAtMs }
      const recorded = await results.record(result, (known) => {
        refuseStudent(known)
        const after = afterSession(known, newGuest(newPublicId(), day, nowMs), finished, nowMs)
        if (after.ok) return after.guest
        const sentence = 'problemsSolved is more than anybody can type in that time. Please send it later.'
        throw new Refusal(429, 'too_fast', sentence, after.retryAfterSeconds)
      })
      if (recorded.counted) onCounted()
      // Where a repeat was first counted, whatever it says of itself now.
      const { league, ...sums } = recorded
      const place = await readPlace(sums.practiceDay, league, tokenHash)
      // Whoever has just scored stands on the board, unless the day was forgotten meanwhile.
      const { rank, total } = place ?? { rank: 0, total: 0 }
      return { ...sums, rank, rankBefore: (sums.counted && before?.rank) || null, ranked: total }
    },
  }
}
