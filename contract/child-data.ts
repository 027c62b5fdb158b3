import * as z from 'zod/mini'
import { factId } from './attempt-log.ts'
import { accessRow, deletionRow } from './child-access.ts'
import { CHILD_TABLES } from './child-tables.ts'
import { childInPath, classInPath, id } from './classes.ts'
import { route, type Output, type Pace } from './route.ts'
import { factHistory, studentProgress } from './student-progress.ts'

/** A value as it is given out: times are ISO 8601. */
const cell = z.nullable(z.union([z.string(), z.number()]))

/** What a parent looks at for all children, and a teacher for a whole class, one after another. */
const LOOKING: Pace = { calls: 600, perSeconds: 60 }
/** Files that take a while to write. */
const FILES: Pace = { calls: 60, perSeconds: 60 }
const BY_HAND: Pace = { calls: 120, perSeconds: 60 }

const overview = z.object({
  practiceDay: z.string(),
  children: z.array(
    z.object({
      studentId: z.string(),
      /** Facts that are known and not fluent. */
      known: z.number(),
      fluent: z.number(),
      /** Practice days in a row. */
      streak: z.number(),
      lastPracticeDay: z.nullable(z.string()),
      /** Of the last 7 practice days: those on which anything was answered, and the seconds practiced. */
      weekDays: z.number(),
      weekSeconds: z.number(),
      /** First attempts at problems, and how many of them were right. */
      seen: z.number(),
      right: z.number(),
      /** The facts missed most often in the last four first attempts, at least twice; at most three, the hardest first. */
      hardest: z.array(z.object({ factId: z.string(), needsHelp: z.boolean() })),
    }),
  ),
})

const setAside = z.object({
  /** Whether who asks may accept them: whoever the child is at home with. */
  mayAccept: z.boolean(),
  days: z.array(
    z.object({
      practiceDay: z.string(),
      attempts: z.number(),
      points: z.number(),
      /** When the first and the last of them were made, ISO 8601. */
      firstAt: z.string(),
      lastAt: z.string(),
    }),
  ),
})

/** What the adults of a child see of its practice, take with them and delete. */
export const childDataRoutes = {
  /** How each child of a class gets on, in the order of the class. */
  overviewOfClass: route({
    method: 'GET',
    path: '/api/classes/:classId/overview',
    params: classInPath,
    body: null,
    answer: overview,
    caller: 'signed_in',
    action: 'see_class',
    pace: BY_HAND,
  }),
  /** How each child of a parent gets on. */
  overviewOfOwn: route({
    method: 'GET',
    path: '/api/children/overview',
    params: null,
    body: null,
    answer: overview,
    caller: 'signed_in',
    action: 'see_children',
    pace: BY_HAND,
  }),
  /** As the child itself sees it. */
  progress: route({
    method: 'GET',
    path: '/api/children/:studentId/progress',
    params: childInPath,
    body: null,
    answer: studentProgress,
    caller: 'signed_in',
    action: 'see_progress',
    pace: LOOKING,
  }),
  factHistory: route({
    method: 'GET',
    path: '/api/children/:studentId/facts/:factId',
    params: z.extend(childInPath, { factId }),
    body: null,
    answer: factHistory,
    caller: 'signed_in',
    action: 'see_progress',
    pace: LOOKING,
  }),
  /** The attempts that count nowhere because no child can have made them so fast, by practice day, the newest first. */
  setAside: route({
    method: 'GET',
    path: '/api/children/:studentId/set-aside',
    params: childInPath,
    body: null,
    answer: setAside,
    caller: 'signed_in',
    action: 'see_progress',
    pace: LOOKING,
  }),
  /** Counts those of a day; of many a thousand in each call. The child's home adult only. */
  acceptSetAside: route({
    method: 'POST',
    path: '/api/children/:studentId/set-aside/:practiceDay',
    params: z.extend(childInPath, {
      practiceDay: z.string().check(
        z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)), {
          error: 'must be a date, such as 2026-03-18',
        }),
      ),
    }),
    body: null,
    answer: setAside,
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
  /** A JSON file with the rows of every table of `CHILD_TABLES`. */
  data: route({
    method: 'GET',
    path: '/api/children/:studentId/data',
    params: childInPath,
    body: null,
    answer: z.record(z.enum(CHILD_TABLES), z.array(z.record(z.string(), cell))),
    caller: 'signed_in',
    action: 'see_child_data',
    pace: FILES,
  }),
  /** A CSV file of one table (RFC 4180), with a line of column names. */
  dataTable: route({
    method: 'GET',
    path: '/api/children/:studentId/data/:table',
    params: z.extend(childInPath, { table: z.enum(CHILD_TABLES) }),
    body: null,
    answer: z.string(),
    caller: 'signed_in',
    action: 'see_child_data',
    pace: FILES,
  }),
  /** Deletes the child and everything it did, boards and battles included, whoever else looks after it. */
  remove: route({
    method: 'DELETE',
    path: '/api/children/:studentId',
    params: childInPath,
    body: null,
    answer: z.object({ removed: z.literal('deleted') }),
    caller: 'signed_in',
    action: 'delete_child',
    pace: BY_HAND,
  }),
  /** A parent looks after a linked child no more. A 409 for a child of the own family: that one is deleted instead. */
  unlink: route({
    method: 'DELETE',
    path: '/api/children/:studentId/guardian',
    params: childInPath,
    body: null,
    answer: z.object({ done: z.literal(true) }),
    caller: 'signed_in',
    action: 'unlink_child',
    pace: BY_HAND,
  }),
  /** Until when a child is kept if nobody practices or signs in, in epoch milliseconds. */
  keptUntil: route({
    method: 'GET',
    path: '/api/children/:studentId/kept-until',
    params: childInPath,
    body: null,
    answer: z.object({ keptUntil: z.number() }),
    caller: 'signed_in',
    action: 'see_child',
    pace: BY_HAND,
  }),
  /** Who has viewed, downloaded or changed what of a child in the last 400 days, the newest first, at most 200. */
  accesses: route({
    method: 'GET',
    path: '/api/children/:studentId/access',
    params: childInPath,
    body: null,
    answer: z.array(accessRow),
    caller: 'signed_in',
    action: 'see_access',
    pace: BY_HAND,
  }),
  /** The children deleted from the caller's classes or family in the last 400 days, the newest first, at most 200. */
  deletions: route({
    method: 'GET',
    path: '/api/deleted-children',
    params: null,
    body: null,
    answer: z.array(deletionRow),
    caller: 'signed_in',
    action: 'see_deletions',
    pace: BY_HAND,
  }),
  /** The parents who look after a child besides the caller, by the name each has given. */
  parents: route({
    method: 'GET',
    path: '/api/children/:studentId/guardians',
    params: childInPath,
    body: null,
    answer: z.array(z.object({ id: z.string(), name: z.string() })),
    caller: 'signed_in',
    action: 'see_guardians',
    pace: BY_HAND,
  }),
  /** This parent sees the child no more. A 404 for somebody who does not look after it. */
  endLink: route({
    method: 'DELETE',
    path: '/api/children/:studentId/guardians/:parentId',
    params: z.extend(childInPath, { parentId: id }),
    body: null,
    answer: z.object({ done: z.literal(true) }),
    caller: 'signed_in',
    action: 'change_child',
    pace: BY_HAND,
  }),
} as const

/** How each of some children gets on, on a practice day. */
export type Overview = z.infer<typeof overview>
export type ChildSummary = Overview['children'][number]
/** Answers of a child that count nowhere, by practice day. */
export type SetAside = z.infer<typeof setAside>
/** A parent who looks after a child. */
export type Parent = Output<typeof childDataRoutes.parents.answer>[number]
/** What somebody did with a child's data. */
export type Access = z.infer<typeof accessRow>
