import * as z from 'zod/mini'
import { FACT_SET_IDS } from '../domain/school/fact-sets.ts'
import { BY_HAND, classInPath } from './classes.ts'
import { route } from './route.ts'

const set = z.enum(FACT_SET_IDS)

/** A child as a teacher sees it. Facts are fact numbers. */
const label = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not_seen'), days: z.number(), last: z.string() }),
  z.object({ kind: z.literal('stuck'), set, facts: z.array(z.number()) }),
  z.object({ kind: z.literal('ready'), set }),
])

const child = z.object({
  studentId: z.string(),
  name: z.string(),
  /** One letter per day: `p` practiced, `s` free or away, `o` open, `f` today without practice yet, or later. */
  rings: z.string(),
  /** Whole minutes by day. */
  minutes: z.array(z.number()),
  /** One letter per fact (domain/school/fact-letters.ts). */
  letters: z.string(),
  /** All that apply; the first is the most urgent. */
  labels: z.array(label),
  weakest: z.nullable(set),
  isOnTrack: z.boolean(),
})

const group = z.object({
  set,
  studentIds: z.array(z.string()),
  /** The fact that is hard for most of them, and for how many. */
  fact: z.number(),
  hardFor: z.number(),
})

const dashboard = z.object({
  today: z.string(),
  /** Last week and this week, Monday to Sunday, in the class's zone. */
  days: z.array(z.string()),
  /** How many school days of this week are over, or are today. */
  schoolDays: z.number(),
  /** By name. */
  children: z.array(child),
  groups: z.array(group),
})

/** What a teacher sees of a class (spec/school.md). */
export const dashboardRoutes = {
  ofClass: route({
    method: 'GET',
    path: '/api/classes/:classId/dashboard',
    params: classInPath,
    body: null,
    response: dashboard,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BY_HAND,
  }),
} as const
