import * as z from 'zod/mini'
import { ERROR_CODES } from './error-codes.ts'

/** The body of every error response: a sentence that a person can act on, and a code. */
export const problem = z.object({ message: z.string(), code: z.enum(ERROR_CODES) })

export type Problem = z.infer<typeof problem>
