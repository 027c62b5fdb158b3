import type { RoleWorld } from './role-world.ts'

type Sent = { readonly path: string; readonly body?: unknown }

/**
 * A route and what each caller is answered, in the order of CALLERS: a status, or `yes` for any that is neither 401 nor 403
 * nor 404. The call is made once for each caller. Where a row ends in the world being changed, it stands below the others.
 */
export type Row = readonly [route: string, send: (world: RoleWorld) => Sent | Promise<Sent>, verdicts: string]

export const EVERYBODY = 'yes yes yes yes yes yes yes yes'
export const TEACHERS = '401 401 403 403 yes yes 403 403'
export const PARENTS = '401 401 403 403 403 403 yes yes'
export const ADULTS = '401 401 403 403 yes yes yes yes'
export const THE_TEACHER = '401 401 403 403 yes 404 403 403'
/** Only the child's own adults may do it; for other teachers and parents the child does not exist. */
export const OWNER_OF_ANA = '401 401 403 403 yes 404 404 404'
export const WHO_LOOK_AFTER_ANA = '401 401 403 403 yes 404 yes 404'
export const ANA_AND_HER_ADULTS = '401 401 yes 404 yes 404 yes 404'
export const OWNER_OF_KIM = '401 401 403 403 404 404 yes 404'

const filled = (route: string, token: string, classId: string, studentId: string): string =>
  route
    .replace(/^\w+ /, '')
    .replace(':sessionToken', token)
    .replace(':classId', classId)
    .replace(':studentId', studentId)

const routeOf = (call: string): string => call.replace(/\?.*/, '')

/** A row of the route as it is, with the guest's token, the teacher's class and Ana. What is after a `?` is sent, too. */
export const row = (call: string, verdicts: string, body?: unknown): Row => [
  routeOf(call),
  ({ guestToken, classId, ana }) => ({ path: filled(call, guestToken, classId, ana.id), body }),
  verdicts,
]

/** A row of the route with Kim and her class, which is her family. */
export const rowOfKim = (call: string, verdicts: string, body?: unknown): Row => [
  routeOf(call),
  ({ guestToken, kim }) => ({ path: filled(call, guestToken, kim.classId, kim.id), body }),
  verdicts,
]
