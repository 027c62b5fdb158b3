import * as z from 'zod/mini'
import { findFact } from '../domain/fact.ts'
import { SETTINGS } from '../domain/student-settings.ts'
import { MAX_SECONDS_AGO, MAX_SESSION_PROBLEMS, submissionId } from './guest.ts'

/**
 * The types of sessions that a student played as a guest: of a league, whose points the guest's board rows bring, and of none. They
 * may be from before the account.
 */
export const GUEST_SESSION = 'guest'
export const GUEST_OFF_BOARDS = 'guest-off-boards'
/** Longest planned length of a session in seconds: an hour, the longest that the practice page offers. */
const MAX_TARGET_SECONDS = 3600
/** Most attempts in one call: as many as fit into the largest accepted body. */
export const MAX_ATTEMPTS_IN_CALL = 50
/** Places in the log of a session: 50 problems with 3 attempts each. */
const MAX_LOG_PLACES = 150
/** Longest response time in milliseconds: an hour. */
const MAX_RESPONSE_MS = 3_600_000
/** Longest entry time in milliseconds; a longer one was measured wrong. */
export const MAX_ENTRY_MS = 20_000
/** Largest number that can be typed as an answer; nothing near it is right. */
export const MAX_ANSWER = 1_000_000_000

/** A whole number in this range, bounds included. */
export const between = (min: number, max: number) =>
  z
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.gte(min, min === 0 ? 'must not be negative' : `must be at least ${min}`),
      z.lte(max, `must be at most ${max}`),
    )

/** How long before the request it happened, in seconds (ADR 0003). */
const secondsAgo = z.optional(between(0, MAX_SECONDS_AGO))

/** A league, or anything else for all four operations (decisions §5). */
export const sessionType = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _'))

const studentId = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
)

export const factId = z.string().check(
  z.refine((id) => findFact(id) !== undefined, {
    error: 'must be the id of a fact, such as addition-7-8',
  }),
)

/** Computed by the browser: accepted because the wire format has it, and ignored. */
const claimed = z.optional(z.number('must be a number'))

export const sessionBody = z.object({
  /** Chosen by the client; starting the same session again changes nothing. */
  id: z.optional(submissionId),
  /** Whose session it is: on a shared device, requests of the previous child may be sent after the next one signs in. */
  studentId,
  sessionType,
  /** Seconds. */
  targetDuration: between(1, MAX_TARGET_SECONDS),
  totalProblems: between(1, MAX_SESSION_PROBLEMS),
  status: z.optional(z.literal('active')),
  secondsAgo,
})

/** A session with its totals. Times are ISO 8601, durations seconds. */
export const practiceSession = z.object({
  id: z.string(),
  studentId: z.string(),
  sessionType: z.string(),
  targetDuration: z.number(),
  totalProblems: z.number(),
  status: z.enum(['active', 'completed']),
  startedAt: z.string(),
  completedAt: z.nullable(z.string()),
  actualDuration: z.number(),
  /** Finished problems, right or wrong. */
  problemsSolved: z.number(),
  correctAnswers: z.number(),
  /** Percent of `problemsSolved`, to one decimal. */
  accuracy: z.number(),
  /** Mean response time of a finished problem in milliseconds. */
  averageTime: z.number(),
  totalScore: z.number(),
  speedBonus: z.number(),
})

export const completion = z.object({
  completedAt: z.optional(z.string()),
  /** Seconds practiced, without pauses. */
  actualDuration: z.optional(
    z
      .number('must be a number')
      .check(
        z.gte(0, 'must not be negative'),
        z.lte(MAX_TARGET_SECONDS, `must be at most ${MAX_TARGET_SECONDS}`),
      ),
  ),
  correctAnswers: claimed,
  accuracy: claimed,
  totalScore: claimed,
  averageTime: z.optional(between(0, MAX_RESPONSE_MS)),
  speedBonus: claimed,
  status: z.optional(z.literal('completed')),
  secondsAgo,
})

/** The player's totals and rank on the daily board, as in the response to a guest's score; null if the session is on no board. */
export const boardPlace = z.nullable(
  z.object({
    counted: z.boolean(),
    practiceDay: z.string(),
    dailyScore: z.number(),
    dailyProblemsSolved: z.number(),
    rank: z.number(),
    rankBefore: z.nullable(z.number()),
    ranked: z.number(),
    pointsToNext: z.optional(z.nullable(z.number())),
  }),
)

/** One answer as it was typed (specification §3, attempt log). */
export const attempt = z.object({
  sessionId: submissionId,
  factId,
  studentAnswer: between(-MAX_ANSWER, MAX_ANSWER),
  /** Milliseconds since the problem was first on the screen. */
  responseTime: between(0, MAX_RESPONSE_MS),
  visualUsed: z.optional(z.boolean()),
  /** Its position in the log of its session; the next one by default. Sending the same place again changes nothing. */
  place: z.optional(between(0, MAX_LOG_PLACES - 1)),
  /** The child's entry time for this problem, if it has been measured on this device. */
  entryTime: z.optional(between(0, MAX_ENTRY_MS)),
  /** The child's, if it has one (domain/student-settings.ts). */
  timeFactor: z.optional(z.enum(SETTINGS.timeFactor)),
  secondsAgo,
  isCorrect: z.optional(z.boolean()),
  baseScore: claimed,
  speedMultiplier: claimed,
  finalScore: claimed,
})

type Attempt = z.input<typeof attempt>

const attempts = z.object({
  attempts: z
    .array(attempt)
    .check(
      z.minLength(1, 'must hold an attempt'),
      z.maxLength(MAX_ATTEMPTS_IN_CALL, `must hold at most ${MAX_ATTEMPTS_IN_CALL} attempts`),
    ),
})

/** One attempt, or several in order. */
export const attemptsBody = z.pipe(
  z.transform((body: Attempt | { readonly attempts: Attempt[] }) =>
    typeof body === 'object' && body !== null && !Array.isArray(body) && !('attempts' in body)
      ? { attempts: [body] }
      : (body as { attempts: Attempt[] }),
  ),
  attempts,
)

export type BoardPlace = z.infer<typeof boardPlace>
