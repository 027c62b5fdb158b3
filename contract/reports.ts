import * as z from 'zod/mini'
import { isDate } from '../domain/day-in-zone.ts'
import { GAMES } from '../domain/games.ts'
import { FACT_SET_IDS } from '../domain/school/fact-sets.ts'
import { REPORT_DAYS } from '../domain/school/report-period.ts'
import { BY_HAND, childInPath, classInPath } from './classes.ts'
import { route, type Output } from './route.ts'
import { achievement } from './student-progress.ts'

const sets = z.array(z.enum(FACT_SET_IDS))
const factIds = z.array(z.string())

/** The first day of the report, of the child's calendar; without it, the Monday five weeks ago. */
const query = z.object({
  since: z.optional(z.string().check(z.refine(isDate, { error: 'must be a date, such as 2026-03-18' }))),
})

/** What is printed about a child. It has no seconds, points or shares of right answers (spec/school.md). */
const report = z.object({
  studentId: z.string(),
  name: z.string(),
  classId: z.string(),
  /** The name of its class; '' for a family. */
  className: z.string(),
  from: z.string(),
  today: z.string(),
  /** In this time: days of practice, and minutes practiced. */
  practicedDays: z.number(),
  minutes: z.number(),
  /** From Monday to Sunday; facts known, fluent ones included, and fluent at the end, null if that is not stored. */
  weeks: z.array(
    z.object({
      monday: z.string(),
      days: z.array(z.enum(REPORT_DAYS)),
      known: z.nullable(z.number()),
      fluent: z.nullable(z.number()),
    }),
  ),
  /** A digit for each fact, by fact number: its state as an index into `FLUENCY_STATES`. */
  states: z.string(),
  /** The largest sets of which every fact is known. */
  setsKnown: sets,
  newest: factIds,
  learning: factIds,
  /** What comes next, with a game for it; null if every set is known. */
  next: z.nullable(z.object({ set: z.enum(FACT_SET_IDS), game: z.enum(GAMES.map(({ id }) => id)) })),
  /** At most two, of this time. */
  achievements: z.array(achievement),
  /** What certificates can be printed for: the largest sets of which every fact was known once. */
  certificates: sets,
  /** The facts of a practice sheet. */
  sheet: factIds,
})

/** What is printed about children, for their adults (issue 18). */
export const reportRoutes = {
  ofChild: route({
    method: 'GET',
    path: '/api/children/:studentId/report',
    params: childInPath,
    query,
    body: null,
    response: report,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BY_HAND,
  }),
  /** In the order of the class. */
  ofClass: route({
    method: 'GET',
    path: '/api/classes/:classId/reports',
    params: classInPath,
    query,
    body: null,
    response: z.array(report),
    caller: 'signed_in',
    action: 'see_class',
    rateLimit: BY_HAND,
  }),
  /** Those of a parent's own and linked children. */
  ofOwn: route({
    method: 'GET',
    path: '/api/children/reports',
    params: null,
    query,
    body: null,
    response: z.array(report),
    caller: 'signed_in',
    action: 'see_children',
    rateLimit: BY_HAND,
  }),
} as const

export type Report = Output<typeof reportRoutes.ofChild.response>
