import * as z from 'zod/mini'
import { TOGETHER } from '../domain/achievements/catalog.ts'
import { GOAL_STATES } from '../domain/school/class-goal.ts'
import { BY_HAND, classInPath } from './classes.ts'
import { route } from './route.ts'

/** The goal of a week in days of practice, and how many there are. The week begins on `monday`. */
const weekGoal = z.object({ monday: z.string(), days: z.number(), goal: z.number() })
const currentGoal = z.extend(weekGoal, { state: z.enum(GOAL_STATES) })

/**
 * `week` is null in a week without a goal. `isSet`: an adult has set it; `least` and `most` are what it may be set to. `last` is
 * the week before. `children` says on how many days of this week each child practiced.
 */
const classGoal = z.object({
  week: z.nullable(z.extend(currentGoal, { isSet: z.boolean(), least: z.number(), most: z.number() })),
  last: z.nullable(z.extend(weekGoal, { reached: z.boolean() })),
  children: z.array(z.object({ studentId: z.string(), days: z.number() })),
})

const ownClassGoal = z.object({
  goal: z.nullable(currentGoal),
  announced: z.nullable(z.object({ id: z.enum(TOGETHER), level: z.number() })),
})

/** Days of practice that a class wants to reach together in a week. */
export const classGoalRoutes = {
  read: route({
    method: 'GET',
    path: '/api/classes/:classId/goal',
    params: classInPath,
    body: null,
    response: classGoal,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BY_HAND,
  }),
  /** Sets the goal of this week. A 409 `conflict` if it was set before, or in a week without a goal. */
  set: route({
    method: 'POST',
    path: '/api/classes/:classId/goal',
    params: classInPath,
    body: z.object({
      goal: z
        .int('must be a whole number')
        .check(z.gte(1, 'must be at least 1'), z.lte(1000, 'must be at most 1000')),
    }),
    response: classGoal,
    caller: 'signed_in',
    action: 'change_class',
    rateLimit: BY_HAND,
  }),
  /**
   * The goal of the child's class; null without one. It does not say who practiced. `announced` is what the child achieved
   * together with its class and home has not shown yet; null for nothing.
   */
  own: route({
    method: 'GET',
    path: '/api/me/class-goal',
    params: null,
    body: null,
    response: ownClassGoal,
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
} as const

export type ClassGoal = z.infer<typeof classGoal>
export type CurrentGoal = z.infer<typeof currentGoal>
export type OwnClassGoal = z.infer<typeof ownClassGoal>
