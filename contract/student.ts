import * as z from 'zod/mini'
import { OPERATIONS } from '../domain/fact.ts'
import { INPUT_TYPES } from '../domain/learning/entry-time.ts'
import { FACTS } from '../domain/learning/memory.ts'
import { done, ownSettingsChange, settingsByName } from './account-fields.ts'
import {
  attemptsBody,
  between,
  boardPlace,
  completion,
  factId,
  MAX_ENTRY_MS,
  practiceSession,
  sessionBody,
  sessionType,
} from './attempt-log.ts'
import { sessionToken, submissionId } from './guest.ts'
import { leaderboardRoutes } from './leaderboard.ts'
import { route } from './route.ts'
import { announcements, factHistory, shownAchievements, studentProgress } from './student-progress.ts'

/** More than all operations together have. */
const MAX_FACTS = 500

const factData = z.object({
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

const ability = z.object({ ability: z.number(), met: z.number() })

/** A memory in the format of `domain/learning/stored.ts`. */
const storedMemory = z.object({
  version: z.number(),
  problems: z.number(),
  day: z.number(),
  unknownMet: z.number(),
  abilities: z.object({
    addition: ability,
    subtraction: ability,
    multiplication: ability,
    division: ability,
  }),
  /** In the order of `FACTS`. */
  facts: z.array(
    z.nullable(
      z.object({
        level: z.number(),
        due: z.number(),
        last: z.number(),
        at: z.number(),
        missed: z.boolean(),
        seen: z.number(),
        right: z.number(),
        firstRight: z.number(),
        lastRight: z.number(),
        recent: z.array(z.literal([0, 1, 2])),
        timed: z.array(z.boolean()),
        best: z.number(),
      }),
    ),
  ),
})

const ownDay = z.extend(leaderboardRoutes.dailyStats.response, {
  /** On the child's calendar. */
  streak: z.pick(studentProgress.shape.streak, { days: true, run: true }),
})

const bestStates = z
  .string()
  .check(z.regex(new RegExp(`^[0-3]{${FACTS.length}}$`), `must be ${FACTS.length} digits from 0 to 3`))

const entryMs = between(0, MAX_ENTRY_MS)

/** The entry time measured in a warm-up, in milliseconds: up to the first key, and per key. */
const entryTime = z.object({ inputType: z.enum(INPUT_TYPES), baseMs: entryMs, keyMs: entryMs })

const OFTEN = { calls: 240, perSeconds: 60 }

/** Practice of signed-in students (specification §7). */
export const studentRoutes = {
  beginSession: route({
    method: 'POST',
    path: '/api/practice/sessions',
    params: null,
    body: sessionBody,
    response: practiceSession,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  /** Finishes the session, whose totals come from its log. A session of a league counts on the daily board, once. */
  finishSession: route({
    method: 'PATCH',
    path: '/api/practice/sessions/:id',
    params: z.object({ id: submissionId }),
    body: completion,
    response: z.extend(practiceSession, { board: boardPlace }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  logAttempts: route({
    method: 'POST',
    path: '/api/practice/logs',
    params: null,
    body: attemptsBody,
    /** How many attempts were new, and their sessions with the new totals. */
    response: z.object({ counted: z.number(), sessions: z.array(practiceSession) }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
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
    response: z.array(factData),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  /** Totals of all of today's sessions, of Today's ten and assignments too, and the rank in each league played. */
  dailyStats: route({
    method: 'GET',
    path: '/api/daily-stats',
    params: null,
    body: null,
    response: ownDay,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  progress: route({
    method: 'GET',
    path: '/api/me/progress',
    params: null,
    body: null,
    response: studentProgress,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  /** Says which achievements the results have shown; each is announced once. */
  achievementsShown: route({
    method: 'POST',
    path: '/api/me/achievements/shown',
    params: null,
    body: shownAchievements,
    response: done,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  /** The child's own choice whether achievements are announced. */
  putAnnouncements: route({
    method: 'POST',
    path: '/api/me/announcements',
    params: null,
    body: announcements,
    response: announcements,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  putSettings: route({
    method: 'POST',
    path: '/api/me/settings',
    params: null,
    body: ownSettingsChange,
    response: settingsByName,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  /** The student's memory, computed from the attempt log, and entry times. */
  memory: route({
    method: 'GET',
    path: '/api/me/memory',
    params: null,
    body: null,
    response: z.object({
      memory: storedMemory,
      entryTimes: z.array(z.extend(entryTime, { measuredAt: z.string() })),
    }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
  /** Stores the entry time of an input type for all of the student's devices. */
  putEntryTime: route({
    method: 'POST',
    path: '/api/me/entry-times/:inputType',
    params: z.pick(entryTime, { inputType: true }),
    body: z.omit(entryTime, { inputType: true }),
    response: z.extend(entryTime, { measuredAt: z.string() }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  /**
   * Moves the guest's points, board rows and battles to the student. Idempotent: a repeat gets the first response. All numbers
   * are 0 if there was no such guest. What arrives for the guest later counts for the student too. `garden` is what the guest's
   * garden has reached (`bestStates`): the student's shows at least that.
   */
  mergeGuest: route({
    method: 'POST',
    path: '/api/me/guest',
    params: null,
    body: z.object({ sessionToken, garden: z.optional(bestStates) }),
    response: z.object({ sessions: z.number(), points: z.number(), battles: z.number() }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
  factHistory: route({
    method: 'GET',
    path: '/api/me/facts/:factId',
    params: z.object({ factId }),
    body: null,
    response: factHistory,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: OFTEN,
  }),
} as const

export type OwnDay = z.infer<typeof ownDay>
