import type { guestRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'
import { activeOn, asOf, newGuest, withProfile } from '../../domain/guest-record.ts'
import { creditProblems } from '../../domain/pace.ts'
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
  /** Counts one finished session, once. Throws a 429 Refusal for more problems than a keyboard allows. */
  saveScore(tokenHash: string, body: SaveScore): Promise<ScoreSaved>
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
      const recorded = await results.record(result, (known) => {
        const guest = activeOn(known ? asOf(known, nowMs) : newGuest(newPublicId(), day, nowMs), day)
        const pace = creditProblems(guest.paceFullAtMs, body.problemsSolved, nowMs)
        if (!pace.ok) {
          const sentence = 'problemsSolved is more than anybody can type in that time. Please send it later.'
          throw new Refusal(429, 'too_fast', sentence, pace.retryAfterSeconds)
        }
        return { ...withProfile(guest, profile, playedAtMs), paceFullAtMs: pace.fullAtMs }
      })
      if (recorded.counted) onCounted()
      // Where a repeat was first counted, whatever it says of itself now.
      const { league, ...sums } = recorded
      const after = await readPlace(sums.practiceDay, league, tokenHash)
      // Whoever has just scored stands on the board, unless the day was forgotten meanwhile.
      const { rank, total } = after ?? { rank: 0, total: 0 }
      return { ...sums, rank, rankBefore: before?.rank ?? null, ranked: total }
    },
  }
}
