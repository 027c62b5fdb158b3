import * as z from 'zod/mini'
import { LEAGUE_IDS } from '../domain/league.ts'
import { isTooFastForPoints } from '../domain/plausible.ts'
import { route, type Output } from './route.ts'

/** The longest real place names are under 90 characters. */
export const MAX_PLACE_LENGTH = 100
/** Most problems a practice session can have (specification §9). */
export const MAX_SESSION_PROBLEMS = 50
/** Most points for one problem (specification §9: attempt 1 gives 5). */
const MAX_PROBLEM_POINTS = 5
/** Most seconds that one time report may add: an hour. Pages report every 15 s. */
export const MAX_REPORT_SECONDS = 3600
/** The oldest age of a delayed write, in seconds: seven days, after which guest data is deleted. */
export const MAX_SECONDS_AGO = 7 * 24 * 3600
/**
 * Characters of a place name: letters of any script with at most two combining marks each (more of them draw over other
 * lines), digits ('29 Palms'), spaces and the punctuation of place names. Invisible filler letters are excluded.
 */
export const PLACE_PATTERN = /^(?:(?![\u115f\u1160\u3164\uffa0])\p{L}\p{M}{0,2}|[0-9 .,'’()/-])*$/u

/** 16 characters of `[A-Za-z0-9]` from a cryptographic source; a secret (decisions §3). */
export const sessionToken = z.string().check(z.regex(/^[A-Za-z0-9]{16}$/, 'must be 16 letters or digits'))

/** A nickname to look up. */
export const nicknameText = z
  .string()
  .check(z.regex(/^[A-Za-z0-9 _-]{1,24}$/, 'must be 1 to 24 letters, digits, spaces, - or _'))

/** Any text; one that is not made of our words is replaced by a generated name, which the answer holds (decisions §3). */
const nickname = z.string()

/** A city, country or state; may be empty or null. What is not of our lists or lookup is stored as empty (decisions §3). */
const place = z.nullish(z.string())

/** An idempotency key chosen by the client (decisions §5). */
export const submissionId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'))

const whole = (max: number) =>
  z
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.gte(0, 'must not be negative'),
      z.lte(max, `must be at most ${max}`),
    )

/** How long before the request it happened, in seconds. Unlike a time, an age does not depend on the client's clock (ADR 0003). */
const secondsAgo = z.optional(whole(MAX_SECONDS_AGO))

const tokenInPath = z.object({ sessionToken })

/** `lastActiveDate` is a practice day; `timePlayedToday` is in seconds. */
const guestDay = z.object({
  lastActiveDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  timePlayedToday: z.number(),
})

/** The public data of the player, and the caller's day. Never contains the token. */
export const guestSession = z.extend(guestDay, {
  publicId: z.string(),
  nickname: z.string(),
  location: z.string(),
  country: z.string(),
  state: z.string(),
})

export const scoreBody = z
  .object({
    sessionToken,
    submissionId: z.optional(submissionId),
    league: z.enum(LEAGUE_IDS),
    score: whole(MAX_SESSION_PROBLEMS * MAX_PROBLEM_POINTS),
    problemsSolved: whole(MAX_SESSION_PROBLEMS),
    correctAnswers: whole(MAX_SESSION_PROBLEMS),
    /** Mean response time in whole milliseconds. */
    averageTime: whole(MAX_REPORT_SECONDS * 1000),
    /** Ignored, because nobody gets one (specification §9); part of the wire format. */
    speedBonus: z.optional(z.number('must be a number')),
    nickname: z.optional(nickname),
    location: place,
    country: place,
    state: place,
    secondsAgo,
  })
  .check(
    z.refine((body) => body.correctAnswers <= body.problemsSolved, {
      path: ['correctAnswers'],
      error: 'must not be more than problemsSolved',
    }),
    z.refine((body) => body.score <= MAX_PROBLEM_POINTS * body.correctAnswers, {
      path: ['score'],
      error: `must not be more than ${MAX_PROBLEM_POINTS} × correctAnswers`,
    }),
    z.refine(
      ({ problemsSolved: problems, correctAnswers: correct, averageTime: averageMs }) =>
        !isTooFastForPoints({ problems, correct, averageMs }),
      { path: ['averageTime'], error: 'must leave time to read the problems and to type the right answers' },
    ),
  )

/** Practice of guests (specification §7). */
export const guestRoutes = {
  readSession: route({
    method: 'GET',
    path: '/api/guest/session/:sessionToken',
    params: tokenInPath,
    body: null,
    response: guestDay,
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  saveSession: route({
    method: 'POST',
    path: '/api/guest/session',
    params: null,
    body: z.object({ sessionToken, nickname, location: place, country: place, state: place }),
    response: guestSession,
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  addTime: route({
    method: 'POST',
    path: '/api/guest/session/:sessionToken/time',
    params: tokenInPath,
    body: z.object({
      additionalTime: whole(MAX_REPORT_SECONDS),
      submissionId: z.optional(submissionId),
      secondsAgo,
    }),
    response: guestDay,
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
  saveScore: route({
    method: 'POST',
    path: '/api/guest/score',
    params: null,
    body: scoreBody,
    /**
     * The player's totals in that league on that practice day, and their rank among `ranked` players. `counted` is false for a
     * repeated submission. `rankBefore` is null for a repeat and for a player who had no rank yet.
     */
    response: z.object({
      counted: z.boolean(),
      practiceDay: z.string(),
      dailyScore: z.number(),
      dailyProblemsSolved: z.number(),
      rank: z.number(),
      rankBefore: z.nullable(z.number()),
      ranked: z.number(),
      /** Points up to the next better score; null if nobody has more. */
      pointsToNext: z.optional(z.nullable(z.number())),
    }),
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
} as const

const nullableText = z.nullable(z.string())

/** The rough location of a visitor (decisions §4); unknown fields are null. */
export const geoRoutes = {
  locate: route({
    method: 'GET',
    path: '/api/geo',
    params: null,
    body: null,
    response: z.object({
      country_code: nullableText,
      city: nullableText,
      region: nullableText,
      region_code: nullableText,
    }),
    caller: 'anyone',
    action: 'locate',
    // Enough for a whole school behind one address; also bounds the requests to a lookup service.
    rateLimit: { calls: 600, perSeconds: 60 },
  }),
} as const

export type ScoreAnswer = Output<typeof guestRoutes.saveScore.response>
