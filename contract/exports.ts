import * as z from 'zod/mini'
import { BY_HAND, childInPath, classInPath } from './classes.ts'
import { NAMINGS } from './namings.ts'
import { route, type RateLimit } from './route.ts'

/** Files that take a while to generate. */
export const EXPORTS: RateLimit = { calls: 60, perSeconds: 60 }

const named = z.enum(NAMINGS)

/** What deleting children would lose: practice days with an answer, and facts known, added up over the children. */
const losses = z.object({ children: z.number(), practiceDays: z.number(), factsKnown: z.number() })

/** Exports of whole classes and families, and what is said before a deletion. */
export const exportRoutes = {
  /** A ZIP archive of CSV files with a README. Answers are not in it, but in each child's own export. */
  ofClass: route({
    method: 'GET',
    path: '/api/classes/:classId/export/:named',
    params: z.extend(classInPath, { named }),
    body: null,
    response: z.string(),
    caller: 'signed_in',
    action: 'export_class',
    rateLimit: EXPORTS,
  }),
  /** The same for the children of a parent's own family. */
  ofFamily: route({
    method: 'GET',
    path: '/api/children/export/:named',
    params: z.object({ named }),
    body: null,
    response: z.string(),
    caller: 'signed_in',
    action: 'export_family',
    rateLimit: EXPORTS,
  }),
  lossesOfChild: route({
    method: 'GET',
    path: '/api/children/:studentId/losses',
    params: childInPath,
    body: null,
    response: losses,
    caller: 'signed_in',
    action: 'see_progress',
    rateLimit: BY_HAND,
  }),
  /** The classes with children, archived ones included, and the family of the caller; `name` is '' for the family. */
  lossesOfAccount: route({
    method: 'GET',
    path: '/api/account/losses',
    params: null,
    body: null,
    response: z.array(z.extend(losses, { classId: z.string(), name: z.string(), isFamily: z.boolean() })),
    caller: 'signed_in',
    action: 'see_own_data',
    rateLimit: BY_HAND,
  }),
} as const

export type Losses = z.infer<typeof losses>
