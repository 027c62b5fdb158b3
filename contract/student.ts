import * as z from 'zod/mini'
import { findFact, OPERATIONS } from '../domain/fact.ts'
import { INPUT_TYPES } from '../domain/learning/entry-time.ts'
import { FLUENCY_STATES } from '../domain/learning/states.ts'
import {
  MAX_PROBLEM_POINTS,
  MAX_SECONDS_AGO,
  MAX_SESSION_PROBLEMS,
  sessionToken,
  submissionId,
} from './guest.ts'
import { leaderboardRoutes } from './leaderboard.ts'
import { route } from './route.ts'

/** The type of a session that a student has played as a guest: it counts for what the student knows, and gives no points. */
export const GUEST_SESSION = 'guest'
/** Longest a session may be meant to take, in seconds: an hour, the longest that the practice page offers. */
const MAX_TARGET_SECONDS = 3600
/** Attempts of one call at most: that many fill the largest body that is read. */
const MAX_ATTEMPTS_IN_CALL = 50
/** Places in the log of a session: 50 problems with 3 attempts each. */
const MAX_LOG_PLACES = 150
/** Longest an answer to one problem may claim to have taken, in milliseconds: an hour. */
const MAX_RESPONSE_MS = 3_600_000
/** Slowest a child may be at reading and typing a known answer, in milliseconds; beyond it the measuring went wrong. */
const MAX_ENTRY_MS = 20_000
/** Largest number that can be typed as an answer; nothing near it is right. */
export const MAX_ANSWER = 1_000_000_000
/** All facts of all operations are fewer. */
const MAX_FACTS = 500
/** Practice days that progress tells of one by one, today included. */
export const PROGRESS_DAYS = 30
/** Attempts of a fact's history, the newest. */
export const MAX_FACT_ATTEMPTS = 50

const between = (least: number, most: number) =>
  z
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.gte(least, least === 0 ? 'must not be negative' : `must be at least ${least}`),
      z.lte(most, `must be at most ${most}`),
    )

/** How long before it was sent the thing happened, in seconds (ADR 0003). */
const secondsAgo = z.optional(between(0, MAX_SECONDS_AGO))

/** A league, or anything else for all four operations (decisions §5). */
const sessionType = z
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

/** What the browser has reckoned itself: taken because the wire has it, and never believed. */
const claimed = z.optional(z.number('must be a number'))

export const sessionBody = z.object({
  /** Made by the client: the same session again changes nothing. */
  id: z.optional(submissionId),
  /** Whose session it is, so that what another child left on a shared device is not taken for this one's. */
  studentId,
  sessionType,
  /** Seconds. */
  targetDuration: between(1, MAX_TARGET_SECONDS),
  totalProblems: between(1, MAX_SESSION_PROBLEMS),
  status: z.optional(z.literal('active')),
  secondsAgo,
})

/** A session as it stands in the log. Times of the clock are ISO 8601, `targetDuration` and `actualDuration` seconds. */
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
  /** Problems that are over, right or wrong. */
  problemsSolved: z.number(),
  correctAnswers: z.number(),
  /** Percent of `problemsSolved`, to one decimal. */
  accuracy: z.number(),
  /** Mean time of an answered problem in milliseconds. */
  averageTime: z.number(),
  totalScore: z.number(),
  speedBonus: z.number(),
})

export const completion = z.object({
  completedAt: z.optional(z.string()),
  /** Seconds practised, pauses left out. */
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
  speedBonus: z.optional(between(0, MAX_SESSION_PROBLEMS * MAX_PROBLEM_POINTS)),
  status: z.optional(z.literal('completed')),
  secondsAgo,
})

/** What the session counted for on the daily board, as the answer of the guest's score call; null where on none. */
const boardPlace = z.nullable(
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
  /** Milliseconds from when the problem was first on the screen. */
  responseTime: between(0, MAX_RESPONSE_MS),
  visualUsed: z.optional(z.boolean()),
  /** Where it stands in the log of its session: the same place again changes nothing. Without one it is the next. */
  place: z.optional(between(0, MAX_LOG_PLACES - 1)),
  /** How long this child takes to read and type a known answer on this device, where that has been measured. */
  entryTime: z.optional(between(0, MAX_ENTRY_MS)),
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

/** One attempt, or several in their order. */
const attemptsBody = z.pipe(
  z.transform((body: Attempt | { readonly attempts: Attempt[] }) =>
    typeof body === 'object' && body !== null && !Array.isArray(body) && !('attempts' in body)
      ? { attempts: [body] }
      : (body as { attempts: Attempt[] }),
  ),
  attempts,
)

const factAnswer = z.object({
  id: z.string(),
  operation: z.enum(OPERATIONS),
  operand1: z.number(),
  operand2: z.number(),
  answer: z.number(),
  strategy: z.optional(z.string()),
  difficulty: z.number(),
  grade: z.number(),
})

const factLimit = z.pipe(
  z.optional(
    z.string().check(
      z.regex(/^[1-9][0-9]{0,2}$/, `must be a whole number from 1 to ${MAX_FACTS}`),
      z.refine((text) => Number(text) <= MAX_FACTS, `must be a whole number from 1 to ${MAX_FACTS}`),
    ),
  ),
  z.transform((text: string | undefined) => (text === undefined ? MAX_FACTS : Number(text))),
)

const fluency = z.enum(FLUENCY_STATES)

/** A fact that was tried; all others are unknown. `seen` and `right` count first attempts. */
const factCell = z.object({
  factId: z.string(),
  state: fluency,
  seen: z.number(),
  right: z.number(),
  /** Wrong at 3 or more of the last 4 first attempts. */
  needsHelp: z.boolean(),
})

/** What was done on a practice day. */
const dayProgress = z.object({
  practiceDay: z.string(),
  seconds: z.number(),
  sessions: z.number(),
  points: z.number(),
  attempts: z.number(),
})

export const studentProgress = z.object({
  practiceDay: z.string(),
  streak: z.object({ current: z.number(), longest: z.number(), practisedToday: z.boolean() }),
  totals: z.object({
    seconds: z.number(),
    sessions: z.number(),
    points: z.number(),
    attempts: z.number(),
    /** Practice days on which anything was answered. */
    days: z.number(),
  }),
  /** The last 30 practice days, oldest first, those without practice too. */
  days: z.array(dayProgress),
  operations: z.array(
    z.object({
      operation: z.enum(OPERATIONS),
      /** How many facts the operation has. */
      total: z.number(),
      learning: z.number(),
      known: z.number(),
      fluent: z.number(),
      facts: z.array(factCell),
    }),
  ),
})

export const factHistory = z.object({
  factId: z.string(),
  state: fluency,
  needsHelp: z.boolean(),
  seen: z.number(),
  right: z.number(),
  /** The newest first. */
  attempts: z.array(
    z.object({
      at: z.string(),
      studentAnswer: z.number(),
      isCorrect: z.boolean(),
      /** 1 to 3: which attempt at its problem it was. */
      attempt: z.literal([1, 2, 3]),
      finalScore: z.number(),
      responseTime: z.number(),
      visualUsed: z.boolean(),
    }),
  ),
})

/** A memory as `domain/learning/stored.ts` writes and reads it. */
const storedMemory = z.object({
  version: z.number(),
  problems: z.number(),
  day: z.number(),
  unknownMet: z.number(),
  abilities: z.array(z.number()),
  columns: z.array(z.string()),
})

const entryMs = between(0, MAX_ENTRY_MS)

/** What copying numbers has shown: the time to the first key, and for each key. Milliseconds. */
const entryTime = z.object({ inputType: z.enum(INPUT_TYPES), baseMs: entryMs, keyMs: entryMs })

const OFTEN = { calls: 240, perSeconds: 60 }

/** The calls of a signed-in student's practice (specification §7). */
export const studentRoutes = {
  beginSession: route({
    method: 'POST',
    path: '/api/practice/sessions',
    params: null,
    body: sessionBody,
    answer: practiceSession,
    caller: 'signed_in',
    action: 'practise',
    pace: { calls: 60, perSeconds: 60 },
  }),
  /** Closes the session: its totals are the log's. Those of a league count on the daily boards, once. */
  finishSession: route({
    method: 'PATCH',
    path: '/api/practice/sessions/:id',
    params: z.object({ id: submissionId }),
    body: completion,
    answer: z.extend(practiceSession, { board: boardPlace }),
    caller: 'signed_in',
    action: 'practise',
    pace: { calls: 60, perSeconds: 60 },
  }),
  logAttempts: route({
    method: 'POST',
    path: '/api/practice/logs',
    params: null,
    body: attemptsBody,
    /** How many were new, and the sessions they belong to with all that is logged of them. */
    answer: z.object({ counted: z.number(), sessions: z.array(practiceSession) }),
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
  facts: route({
    method: 'GET',
    path: '/api/facts',
    params: null,
    query: z.object({
      category: z.optional(sessionType),
      limit: factLimit,
      random: z.optional(z.enum(['true', 'false'])),
    }),
    body: null,
    answer: z.array(factAnswer),
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
  dailyStats: route({
    method: 'GET',
    path: '/api/daily-stats',
    params: null,
    body: null,
    answer: leaderboardRoutes.dailyStats.answer,
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
  progress: route({
    method: 'GET',
    path: '/api/me/progress',
    params: null,
    body: null,
    answer: studentProgress,
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
  /** What the log has shown of what the student knows, and how fast the student enters numbers. */
  memory: route({
    method: 'GET',
    path: '/api/me/memory',
    params: null,
    body: null,
    answer: z.object({
      memory: storedMemory,
      entryTimes: z.array(z.extend(entryTime, { measuredAt: z.string() })),
    }),
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
  /** Keeps what copying numbers has shown of a way to enter them, for all of the student's devices. */
  putEntryTime: route({
    method: 'POST',
    path: '/api/me/entry-times/:inputType',
    params: z.pick(entryTime, { inputType: true }),
    body: z.omit(entryTime, { inputType: true }),
    answer: z.extend(entryTime, { measuredAt: z.string() }),
    caller: 'signed_in',
    action: 'practise',
    pace: { calls: 60, perSeconds: 60 },
  }),
  /**
   * What the guest of this token has played is the student's from now on: points, boards and battles. Answers a repeat as the
   * first time; all are 0 where there was no such guest. What arrives of the guest later counts for the student too.
   */
  mergeGuest: route({
    method: 'POST',
    path: '/api/me/guest',
    params: null,
    body: z.object({ sessionToken }),
    answer: z.object({ sessions: z.number(), points: z.number(), battles: z.number() }),
    caller: 'signed_in',
    action: 'practise',
    pace: { calls: 60, perSeconds: 60 },
  }),
  factHistory: route({
    method: 'GET',
    path: '/api/me/facts/:factId',
    params: z.object({ factId }),
    body: null,
    answer: factHistory,
    caller: 'signed_in',
    action: 'practise',
    pace: OFTEN,
  }),
} as const

export type StudentProgress = z.infer<typeof studentProgress>
export type FactHistory = z.infer<typeof factHistory>
/** What a finished session is on its board; null where it is on none. */
export type BoardPlace = z.infer<typeof boardPlace>
