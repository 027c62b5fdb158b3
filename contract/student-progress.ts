import * as z from 'zod/mini'
import { ACHIEVEMENT_IDS } from '../domain/achievements/catalog.ts'
import { OPERATIONS } from '../domain/fact.ts'
import { STAGES } from '../domain/garden.ts'
import { FLUENCY_STATES } from '../domain/learning/states.ts'
import { RINGS } from '../domain/streak.ts'
import { between } from './attempt-log.ts'

/** Practice days listed in a student's progress, today included. */
export const PROGRESS_DAYS = 30
/** Most attempts in a fact's history; older ones are left out. */
export const MAX_FACT_ATTEMPTS = 50

/** Most achievements in one call that says what was shown. */
export const MAX_SHOWN = 10
/** How often an achievement can be earned. */
const MAX_LEVEL = 100_000

const fluency = z.enum(FLUENCY_STATES)

/** A fact that was tried; all others are `unknown`. `seen` and `right` count first attempts. */
const factCell = z.object({
  factId: z.string(),
  state: fluency,
  /** The best state so far, as the garden shows it. */
  stage: z.enum(STAGES),
  /** Whether it is a leaf or flower that is due for review. */
  ready: z.boolean(),
  /** Days until it is due; 0 if it is. */
  dueIn: z.number(),
  seen: z.number(),
  right: z.number(),
  /** At least 3 of the last 4 first attempts were wrong. */
  needsHelp: z.boolean(),
})

/** An achievement: `amount` is the number in its sentence, `about` the fact it is about, or ''. */
export const achievement = z.object({
  id: z.enum(ACHIEVEMENT_IDS),
  level: z.number(),
  about: z.string(),
  amount: z.number(),
  day: z.string(),
})

const achievementKey = z.object({ id: z.enum(ACHIEVEMENT_IDS), level: between(1, MAX_LEVEL) })

/** What the results have shown. */
export const shownAchievements = z.object({
  shown: z
    .array(achievementKey)
    .check(z.minLength(1, 'must name one'), z.maxLength(MAX_SHOWN, 'must be fewer')),
})

/** Whether the child wants achievements announced. */
export const announcements = z.object({ announces: z.boolean() })

const dayProgress = z.object({
  practiceDay: z.string(),
  seconds: z.number(),
  sessions: z.number(),
  points: z.number(),
  attempts: z.number(),
})

export const studentProgress = z.object({
  practiceDay: z.string(),
  /** On the child's calendar. */
  streak: z.object({
    /** Days of practice, ever. */
    days: z.number(),
    run: z.number(),
    longest: z.number(),
    practicedToday: z.boolean(),
    /** Monday to Sunday of the current week. */
    week: z.array(z.enum(RINGS)),
  }),
  /** The collection, newest first. */
  achievements: z.array(achievement),
  goodWeeks: z.number(),
  /** What the results show now; null for nothing. */
  announced: z.nullable(z.object({ large: achievement, small: z.array(achievement) })),
  /** The child's own setting. */
  announces: z.boolean(),
  totals: z.object({
    seconds: z.number(),
    sessions: z.number(),
    points: z.number(),
    attempts: z.number(),
  }),
  /** The last 30 practice days, oldest first, including those without practice. */
  days: z.array(dayProgress),
  operations: z.array(
    z.object({
      operation: z.enum(OPERATIONS),
      /** Facts of the operation. */
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
  /** Newest first. */
  attempts: z.array(
    z.object({
      at: z.string(),
      studentAnswer: z.number(),
      isCorrect: z.boolean(),
      /** Which attempt at its problem. */
      attempt: z.literal([1, 2, 3]),
      finalScore: z.number(),
      responseTime: z.number(),
      visualUsed: z.boolean(),
    }),
  ),
})

export type StudentProgress = z.infer<typeof studentProgress>
export type FactHistory = z.infer<typeof factHistory>
