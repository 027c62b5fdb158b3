import * as z from 'zod/mini'
import { isDate } from '../domain/day-in-zone.ts'
import { findFact, OPERATIONS } from '../domain/fact.ts'
import { LEAGUE_IDS } from '../domain/league.ts'
import { AMOUNTS, MAX_ASSIGNED_FACTS, MAX_ASSIGNED_SETS } from '../domain/school/assignment.ts'
import { FACT_SET_IDS } from '../domain/school/fact-sets.ts'
import { WORK_STATES } from '../domain/school/rounds.ts'
import { done } from './account-fields.ts'
import { between } from './attempt-log.ts'
import { BY_HAND, childInPath, classInPath, id, requestId, someChildren } from './classes.ts'
import { route, type Output } from './route.ts'

/** Most rounds that may be open for a child at the same time. */
export const MAX_OPEN_ROUNDS = 8

const day = z.string().check(z.refine(isDate, { error: 'must be a date, such as 2026-03-18' }))

const assigned = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('needs'),
    operations: z
      .array(z.enum(OPERATIONS))
      .check(
        z.minLength(1, 'must name an operation'),
        z.maxLength(OPERATIONS.length, 'must name each operation once'),
      ),
  }),
  z.object({ kind: z.literal('league'), league: z.enum(LEAGUE_IDS) }),
  z.object({
    kind: z.literal('sets'),
    sets: z
      .array(z.enum(FACT_SET_IDS, 'must be the id of a fact set'))
      .check(
        z.minLength(1, 'must name a set'),
        z.maxLength(MAX_ASSIGNED_SETS, `must be at most ${MAX_ASSIGNED_SETS} sets`),
      ),
  }),
  z.object({
    kind: z.literal('facts'),
    facts: z
      .array(
        z
          .string()
          .check(z.refine((fact) => findFact(fact) !== undefined, { error: 'must be the id of a fact' })),
      )
      .check(
        z.minLength(1, 'must name a fact'),
        z.maxLength(MAX_ASSIGNED_FACTS, `must be at most ${MAX_ASSIGNED_FACTS} facts`),
      ),
  }),
])

const amount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('problems'), count: between(AMOUNTS.problems.min, AMOUNTS.problems.max) }),
  z.object({ kind: z.literal('minutes'), count: between(AMOUNTS.minutes.min, AMOUNTS.minutes.max) }),
])

/** Null for the whole home, children who join later included. */
const who = z.nullable(someChildren)

/** Days are those of the class's zone. `lastDay`: it repeats every week until then; null for never. */
const fields = { who, assigned, amount, firstDay: day, dueDay: day, lastDay: z.nullable(day) }

/** The same, as it is sent: its facts and days are of this server. */
export const sentAssigned = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('needs'), operations: z.array(z.enum(OPERATIONS)) }),
  z.object({ kind: z.literal('league'), league: z.enum(LEAGUE_IDS) }),
  z.object({ kind: z.literal('sets'), sets: z.array(z.enum(FACT_SET_IDS)) }),
  z.object({ kind: z.literal('facts'), facts: z.array(z.string()) }),
])

const sentAmount = z.object({ kind: z.enum(['problems', 'minutes']), count: z.number() })

/** An assignment with its current round; `round` is null if none has begun, or none will. */
const assignment = z.object({
  id: z.string(),
  who: z.nullable(z.array(z.string())),
  assigned: sentAssigned,
  amount: sentAmount,
  firstDay: z.string(),
  dueDay: z.string(),
  lastDay: z.nullable(z.string()),
  /** It ended on this day: no more rounds begin. */
  endedDay: z.nullable(z.string()),
  round: z.nullable(z.object({ day: z.string(), dueDay: z.string(), isOpen: z.boolean() })),
  /** The children of the current round, and how many are done. */
  children: z.number(),
  done: z.number(),
  /** A child has answered: what is assigned stays. */
  hasAnswers: z.boolean(),
})

/** The assignments of a home, newest first; `today` is the day in its zone. */
const assignments = z.object({
  today: z.string(),
  assignments: z.array(assignment),
  /** How long a problem takes this class, in milliseconds; null if nobody has practiced. */
  problemMs: z.nullable(z.number()),
  /** The operations that somebody has practiced. */
  operations: z.array(z.enum(OPERATIONS)),
  /** Weekdays, 1 for Monday. */
  schoolDays: z.array(z.literal([1, 2, 3, 4, 5, 6, 7])),
  holidays: z.array(z.object({ from: z.string(), to: z.string() })),
})

const hardFacts = z.array(z.string())

/** A child in a round. */
const work = z.object({
  studentId: z.string(),
  name: z.string(),
  state: z.enum(WORK_STATES),
  dueDay: z.nullable(z.string()),
  doneDay: z.nullable(z.string()),
  /** Problems or minutes, as the amount is. */
  count: z.number(),
  amount: z.number(),
  firsts: z.number(),
  firstsRight: z.number(),
  hardest: hardFacts,
  /** It knew the assigned facts before: it has less to do. */
  knows: z.boolean(),
  isStuck: z.boolean(),
})

const roundWork = z.object({
  today: z.string(),
  assignment,
  rounds: z.array(z.string()),
  children: z.array(work),
  /** Hardest for the class. */
  hardest: hardFacts,
})

const assignmentInPath = z.object({ assignmentId: id })

const change = z.object({
  who: z.optional(who),
  /** Only until the first answer. */
  assigned: z.optional(assigned),
  /** Lower counts at once, higher from the next round. */
  amount: z.optional(amount),
  dueDay: z.optional(day),
  lastDay: z.optional(z.nullable(day)),
  /** Ends it: no more rounds begin. */
  ended: z.optional(z.literal(true)),
  /** Undoes a deletion. */
  deleted: z.optional(z.literal(false)),
})

/** What a child has to do. */
const card = z.object({
  id: z.string(),
  /** The first day of its round: what repeats has a card for each round that is still open. */
  round: z.string(),
  assigned: sentAssigned,
  /** The facts practiced from the card, as fact numbers; they count, and for what each child needs all others too. */
  facts: z.array(z.number()),
  amountKind: z.enum(['problems', 'minutes']),
  amount: z.number(),
  count: z.number(),
  /** The time that counts so far, in seconds; 0 for problems. */
  seconds: z.number(),
  dueDay: z.string(),
  isDone: z.boolean(),
  /** The due date has passed. */
  isStillOpen: z.boolean(),
  /** It is too hard: its problems begin with the picture. */
  withPictures: z.boolean(),
})

/** Assigned practice (spec/school.md). */
export const assignmentRoutes = {
  ofClass: route({
    method: 'GET',
    path: '/api/classes/:classId/assignments',
    params: classInPath,
    body: null,
    response: assignments,
    caller: 'signed_in',
    action: 'see_assignments',
    rateLimit: BY_HAND,
  }),
  makeForClass: route({
    method: 'POST',
    path: '/api/classes/:classId/assignments',
    params: classInPath,
    body: z.object({ ...fields, requestId }),
    response: assignment,
    caller: 'signed_in',
    action: 'change_assignment',
    rateLimit: BY_HAND,
  }),
  ofFamily: route({
    method: 'GET',
    path: '/api/children/assignments',
    params: null,
    body: null,
    response: assignments,
    caller: 'signed_in',
    action: 'see_assignments',
    rateLimit: BY_HAND,
  }),
  makeForFamily: route({
    method: 'POST',
    path: '/api/children/assignments',
    params: null,
    body: z.object({ ...fields, requestId }),
    response: assignment,
    caller: 'signed_in',
    action: 'change_assignment',
    rateLimit: BY_HAND,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/assignments/:assignmentId',
    params: assignmentInPath,
    body: change,
    response: assignment,
    caller: 'signed_in',
    action: 'change_assignment',
    rateLimit: BY_HAND,
  }),
  /** What was practiced stays. Undone by a change with `deleted: false`. */
  remove: route({
    method: 'DELETE',
    path: '/api/assignments/:assignmentId',
    params: assignmentInPath,
    body: null,
    response: done,
    caller: 'signed_in',
    action: 'change_assignment',
    rateLimit: BY_HAND,
  }),
  /** The children in one of its rounds; without `round`, in the newest. */
  work: route({
    method: 'GET',
    path: '/api/assignments/:assignmentId/work',
    params: assignmentInPath,
    query: z.object({ round: z.optional(day) }),
    body: null,
    response: roundWork,
    caller: 'signed_in',
    action: 'see_assignments',
    rateLimit: BY_HAND,
  }),
  changeWork: route({
    method: 'POST',
    path: '/api/assignments/:assignmentId/children/:studentId',
    params: z.object({ assignmentId: id, studentId: id }),
    body: z.object({ round: day, change: z.enum(['excuse', 'do_not_excuse', 'more_time']) }),
    response: roundWork,
    caller: 'signed_in',
    action: 'change_assignment',
    rateLimit: BY_HAND,
  }),
  /** A child's open assignments, for the adults who may see its progress; `today` is the day in the zone of its home. */
  ofChild: route({
    method: 'GET',
    path: '/api/children/:studentId/assignments',
    params: childInPath,
    body: null,
    response: z.object({ today: z.string(), cards: z.array(card) }),
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BY_HAND,
  }),
  /** The child's own open assignments, by due date. */
  own: route({
    method: 'GET',
    path: '/api/me/assignments',
    params: null,
    body: null,
    response: z.object({ cards: z.array(card) }),
    caller: 'signed_in',
    action: 'practice',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
} as const

export type AssignmentCard = z.infer<typeof card>
export type Assignment = z.infer<typeof assignment>
export type Assignments = z.infer<typeof assignments>
export type RoundWork = z.infer<typeof roundWork>
export type ChildWork = z.infer<typeof work>
export type AssignmentChange = Output<typeof change>
export type NewAssignment = Output<typeof assignmentRoutes.makeForClass.body>
