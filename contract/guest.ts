import * as z from 'zod/mini'
import { DEFAULT_NICKNAME } from '../domain/guest-record.ts'
import { LEAGUE_IDS } from '../domain/league.ts'
import { animalOf } from '../domain/nickname.ts'
import { route, type Output } from './route.ts'

/** Longest a place name may be; the longest real ones are under 90 characters. */
export const MAX_PLACE_LENGTH = 100
/** Most problems a practice session can have (specification §9). */
export const MAX_SESSION_PROBLEMS = 50
/** Most points a problem can give (specification §9: attempt 1 gives 5). */
export const MAX_PROBLEM_POINTS = 5
/** Longest stretch one time report may claim, in seconds: an hour. Reports are made every 15 s. */
export const MAX_REPORT_SECONDS = 3600
/** How long ago a kept write may have happened, in seconds: seven days, after which guest data is gone. */
export const MAX_SECONDS_AGO = 7 * 24 * 3600
/**
 * What a place name is written with: letters of any script with at most two marks each (more of them paint over other
 * lines), digits ('29 Palms'), spaces and the signs place names have. Fillers, letters that show nothing, are none.
 */
export const PLACE_PATTERN = /^(?:(?![\u115f\u1160\u3164\uffa0])\p{L}\p{M}{0,2}|[0-9 .,'’()/-])*$/u

/** 16 characters of `[A-Za-z0-9]` from a cryptographic source; a secret (decisions §3). */
export const sessionToken = z.string().check(z.regex(/^[A-Za-z0-9]{16}$/, 'must be 16 letters or digits'))

/** A name that somebody asks about: 1 to 24 letters, digits, spaces, `-` and `_`. */
export const nicknameText = z
  .string()
  .check(z.regex(/^[A-Za-z0-9 _-]{1,24}$/, 'must be 1 to 24 letters, digits, spaces, - or _'))

/** A name that the generator makes, or that of who has none: no stranger's words reach a child (decisions §3). */
export const nickname = z
  .string()
  .check(
    z.refine(
      (text) => text === DEFAULT_NICKNAME || animalOf(text) !== null,
      'must be a name that this app makes, such as SwiftFox42',
    ),
  )

/** City, country or state: letters of any script, spaces and the marks place names have; may be empty or null. */
export const place = z.nullish(
  z
    .string()
    .check(
      z.maxLength(MAX_PLACE_LENGTH, `must be at most ${MAX_PLACE_LENGTH} characters`),
      z.regex(PLACE_PATTERN, 'must be letters, digits, spaces and the signs of a place name'),
    ),
)

/** A client-made id that makes repeating a write harmless (decisions §5). */
export const submissionId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'))

const whole = (most: number) =>
  z
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.gte(0, 'must not be negative'),
      z.lte(most, `must be at most ${most}`),
    )

/** How long before it was sent the thing happened; differences survive a wrong client clock (ADR 0003). */
const secondsAgo = z.optional(whole(MAX_SECONDS_AGO))

const tokenInPath = z.object({ sessionToken })

/** What the server knows of a guest's day. `lastActiveDate` is a practice day, `timePlayedToday` is seconds. */
const guestDay = z.object({
  lastActiveDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  timePlayedToday: z.number(),
})

/** The player as others may see them, and the caller's own day. Never the token. */
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
    /** Mean time of a problem in whole milliseconds. */
    averageTime: whole(MAX_REPORT_SECONDS * 1000),
    /** Always 0 from our own pages (specification §9); kept because the wire has it. */
    speedBonus: whole(MAX_SESSION_PROBLEMS * MAX_PROBLEM_POINTS),
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
  )

/** The calls a guest's practice needs (specification §7). */
export const guestRoutes = {
  readSession: route({
    method: 'GET',
    path: '/api/guest/session/:sessionToken',
    params: tokenInPath,
    body: null,
    answer: guestDay,
    caller: 'guest',
    action: 'play',
    pace: { calls: 60, perSeconds: 60 },
  }),
  saveSession: route({
    method: 'POST',
    path: '/api/guest/session',
    params: null,
    body: z.object({ sessionToken, nickname, location: place, country: place, state: place }),
    answer: guestSession,
    caller: 'guest',
    action: 'play',
    pace: { calls: 60, perSeconds: 60 },
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
    answer: guestDay,
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
  saveScore: route({
    method: 'POST',
    path: '/api/guest/score',
    params: null,
    body: scoreBody,
    /**
     * The player's sums for that league and practice day, and the place they give there: `rank` of `ranked` players, and
     * `rankBefore`, null for who had no place yet and for a repeat, which moved nobody. `counted` is false when the submission was a repeat.
     */
    answer: z.object({
      counted: z.boolean(),
      practiceDay: z.string(),
      dailyScore: z.number(),
      dailyProblemsSolved: z.number(),
      rank: z.number(),
      rankBefore: z.nullable(z.number()),
      ranked: z.number(),
      /** How many points the next better score is away; null when nobody has more. */
      pointsToNext: z.optional(z.nullable(z.number())),
    }),
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
} as const

const lookedUp = z.nullable(z.string())

/** Where a visitor roughly is (decisions §4); every field is null when it is not known. */
export const geoRoutes = {
  locate: route({
    method: 'GET',
    path: '/api/geo',
    params: null,
    body: null,
    answer: z.object({
      country_code: lookedUp,
      city: lookedUp,
      region: lookedUp,
      region_code: lookedUp,
    }),
    caller: 'anyone',
    action: 'locate',
    // A school that starts at once behind one address, and a bound on what a lookup service is asked for it.
    pace: { calls: 600, perSeconds: 60 },
  }),
} as const

export type ScoreAnswer = Output<typeof guestRoutes.saveScore.answer>
