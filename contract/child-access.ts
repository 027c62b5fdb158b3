import * as z from 'zod/mini'
import { ACCESS_KINDS, ACCESS_ROLES } from './access-kinds.ts'

/** Epoch milliseconds, rounded down to ten minutes: within those, the same act of the same adult is one row. */
const at = z.number()

/** `name` is that of a parent who is linked to the child now; null for all others. */
export const accessRow = z.object({
  at,
  who: z.enum(ACCESS_ROLES),
  name: z.nullable(z.string()),
  kind: z.enum(ACCESS_KINDS),
})

/** A deleted child is only known by its id; `classId` is the class or family it was at home in. */
export const deletionRow = z.object({
  at,
  who: z.enum(ACCESS_ROLES),
  studentId: z.string(),
  classId: z.string(),
})
