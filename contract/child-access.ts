import * as z from 'zod/mini'
import { ACCESS_KINDS, ACCESS_ROLES } from './access-kinds.ts'

/** Epoch milliseconds, rounded down to ten minutes: what the same adult repeats within these is one row. */
const at = z.number()

/** `name` is set only for a parent who is linked to the child now. */
export const accessRow = z.object({
  at,
  who: z.enum(ACCESS_ROLES),
  name: z.nullable(z.string()),
  kind: z.enum(ACCESS_KINDS),
})

/** Of a deleted child only the id is left; `classId` is the class or family it belonged to. */
export const deletionRow = z.object({
  at,
  who: z.enum(ACCESS_ROLES),
  studentId: z.string(),
  classId: z.string(),
})
