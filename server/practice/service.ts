import type { guestRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'
import { afterSession, newGuest, type GuestRecord } from '../../domain/guest-record.ts'
import { mostProblemsOfDay } from '../../domain/pace.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { refuseMerged, type ReadProfile, type Visitor } from '../guest/port.ts'
import { Refusal } from '../http/errors.ts'
import type { PracticeStore } from '../storage/sql/practice/practice-store.ts'

type SaveScore = Output<(typeof guestRoutes)['saveScore']['body']>

type PracticeServiceNeeds = {
  readonly results: PracticeStore
  readonly readProfile: ReadProfile
  /** How long a guest may play per practice day. */
  readonly guestDailySeconds: number
  readonly now: () => number
  readonly newPublicId: () => string
  /** Called for each counted session. */
  readonly onCounted: () => void
}

/** Throws a 403 Refusal for a student's token: students' scores are computed from their attempt log. */
function refuseStudent(player: GuestRecord | null): void {
  if (player === null || player.studentId === null) return
  throw new Refusal(403, 'forbidden', 'A student’s points are counted from their practice sessions.')
}

/** Throws a 400 Refusal for more problems than a guest can solve in the time of a day. */
function refuseTooMany(problems: number, dailySeconds: number): void {
  if (problems <= mostProblemsOfDay(dailySeconds)) return
  const sentence = 'problemsSolved is more than anyone can solve in the time that guests have on a day.'
  throw new Refusal(400, 'impossible_score', sentence)
}

/** Stores guests' scores (decisions §6). */
export function practiceService(needs: PracticeServiceNeeds) {
  const { results, readProfile, guestDailySeconds, now, newPublicId, onCounted } = needs
  return {
    /** Counts a finished session; idempotent. Throws a 400 Refusal beyond the time of a day, a 429 Refusal over the pace limit and a 404 Refusal for a deleted player. */
    saveScore: async (visitor: Visitor, body: SaveScore) => {
      const nowMs = now()
      const playedAtMs = nowMs - (body.secondsAgo ?? 0) * 1000
      const day = practiceDay(playedAtMs)
      const profile = await readProfile(body, visitor)
      const result = {
        tokenHash: visitor.tokenHash,
        submissionId: body.submissionId ?? null,
        league: body.league,
        practiceDay: day,
        score: body.score,
        problemsSolved: body.problemsSolved,
        correctAnswers: body.correctAnswers,
        averageTimeMs: body.averageTime,
        playedAtMs,
        storedAtMs: nowMs,
      }
      const finished = { day, problems: body.problemsSolved, profile, playedAtMs }
      const recorded = await results.record(result, (known, problems) => {
        refuseMerged(known)
        refuseStudent(known)
        refuseTooMany(problems + body.problemsSolved, guestDailySeconds)
        if (!known) visitor.admitNew()
        const after = afterSession(
          known,
          newGuest(newPublicId(), day, nowMs, visitor.addressKey),
          finished,
          nowMs,
        )
        if (after.ok) return after.guest
        const sentence = 'problemsSolved is more than anyone can type in that time. Please try again later.'
        throw new Refusal(429, 'too_fast', sentence, after.retryAfterSeconds)
      })
      if (recorded.counted) onCounted()
      const { league: _league, ...answer } = recorded
      return answer
    },
  }
}

export type PracticeService = ReturnType<typeof practiceService>
