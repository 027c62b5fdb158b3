import * as z from 'zod/mini'
import { done } from './account-fields.ts'
import { factId } from './attempt-log.ts'
import { accessRow, deletionRow } from './child-access.ts'
import { CHILD_TABLES } from './child-tables.ts'
import { BY_HAND, childInPath, classInPath, id } from './classes.ts'
import { EXPORTS } from './exports.ts'
import { route, type Output, type RateLimit } from './route.ts'
import { factHistory, studentProgress } from './student-progress.ts'

/** An exported value; times are ISO 8601. */
const cell = z.nullable(z.union([z.string(), z.number()]))

/** Enough to look through all children of a class. */
const BROWSING: RateLimit = { calls: 600, perSeconds: 60 }

const overview = z.object({
  practiceDay: z.string(),
  children: z.array(
    z.object({
      studentId: z.string(),
      /** Facts that became known for the first time since Monday. */
      newFacts: z.number(),
      lastPracticeDay: z.nullable(z.string()),
      /** In the last 7 practice days: days with an answer, and seconds practiced. */
      weekDays: z.number(),
      weekSeconds: z.number(),
      /** First attempts, and how many of them were right. */
      seen: z.number(),
      right: z.number(),
      /** At most three facts missed at least twice in their last four first attempts, the most missed first. */
      hardest: z.array(z.object({ factId: z.string(), needsHelp: z.boolean() })),
    }),
  ),
})

/** A child's practice data, as its adults see, export and delete it. */
export const childDataRoutes = {
  /** A summary of each child of a class, in the order of the class. */
  overviewOfClass: route({
    method: 'GET',
    path: '/api/classes/:classId/overview',
    params: classInPath,
    body: null,
    response: overview,
    caller: 'signed_in',
    action: 'see_class',
    rateLimit: BY_HAND,
  }),
  /** The same as the child's own progress. */
  progress: route({
    method: 'GET',
    path: '/api/children/:studentId/progress',
    params: childInPath,
    body: null,
    response: studentProgress,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BROWSING,
  }),
  factHistory: route({
    method: 'GET',
    path: '/api/children/:studentId/facts/:factId',
    params: z.extend(childInPath, { factId }),
    body: null,
    response: factHistory,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BROWSING,
  }),
  /** A JSON file with the rows of every table of `CHILD_TABLES`. */
  data: route({
    method: 'GET',
    path: '/api/children/:studentId/data',
    params: childInPath,
    body: null,
    response: z.record(z.enum(CHILD_TABLES), z.array(z.record(z.string(), cell))),
    caller: 'signed_in',
    action: 'see_child_data',
    rateLimit: EXPORTS,
  }),
  /** A CSV file of one table (RFC 4180) with a header line. */
  dataTable: route({
    method: 'GET',
    path: '/api/children/:studentId/data/:table',
    params: z.extend(childInPath, { table: z.enum(CHILD_TABLES) }),
    body: null,
    response: z.string(),
    caller: 'signed_in',
    action: 'see_child_data',
    rateLimit: EXPORTS,
  }),
  /** Deletes the child with everything it played, boards and battles included, even if other adults are linked to it. */
  remove: route({
    method: 'DELETE',
    path: '/api/children/:studentId',
    params: childInPath,
    body: null,
    response: z.object({ removed: z.literal('deleted') }),
    caller: 'signed_in',
    action: 'delete_child',
    rateLimit: BY_HAND,
  }),
  /** Ends the caller's own link to a child. A 409 for a child of the caller's family, which can only be deleted. */
  unlink: route({
    method: 'DELETE',
    path: '/api/children/:studentId/guardian',
    params: childInPath,
    body: null,
    response: done,
    caller: 'signed_in',
    action: 'unlink_child',
    rateLimit: BY_HAND,
  }),
  /** When the child will be deleted if nobody practices or signs in, in epoch milliseconds. */
  keptUntil: route({
    method: 'GET',
    path: '/api/children/:studentId/kept-until',
    params: childInPath,
    body: null,
    response: z.object({ keptUntil: z.number() }),
    caller: 'signed_in',
    action: 'see_child',
    rateLimit: BY_HAND,
  }),
  /** The child's access log of the last 400 days, newest first, at most 200 rows. */
  accesses: route({
    method: 'GET',
    path: '/api/children/:studentId/access',
    params: childInPath,
    body: null,
    response: z.array(accessRow),
    caller: 'signed_in',
    action: 'see_access',
    rateLimit: BY_HAND,
  }),
  /** Children deleted from the caller's classes or family in the last 400 days, newest first, at most 200. */
  deletions: route({
    method: 'GET',
    path: '/api/deleted-children',
    params: null,
    body: null,
    response: z.array(deletionRow),
    caller: 'signed_in',
    action: 'see_deletions',
    rateLimit: BY_HAND,
  }),
  /** The parents linked to a child, except the caller. */
  parents: route({
    method: 'GET',
    path: '/api/children/:studentId/guardians',
    params: childInPath,
    body: null,
    response: z.array(z.object({ id: z.string(), name: z.string() })),
    caller: 'signed_in',
    action: 'see_guardians',
    rateLimit: BY_HAND,
  }),
  /** Ends a parent's link to the child. A 404 if that parent has none. */
  endLink: route({
    method: 'DELETE',
    path: '/api/children/:studentId/guardians/:parentId',
    params: z.extend(childInPath, { parentId: id }),
    body: null,
    response: done,
    caller: 'signed_in',
    action: 'change_child',
    rateLimit: BY_HAND,
  }),
} as const

export type Overview = z.infer<typeof overview>
export type ChildSummary = Overview['children'][number]
/** A parent linked to a child. */
export type Parent = Output<typeof childDataRoutes.parents.response>[number]
/** A row of a child's access log. */
export type Access = z.infer<typeof accessRow>
