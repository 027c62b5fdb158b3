import * as z from 'zod/mini'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './account-limits.ts'

/** A password that was chosen before. */
export const password = z
  .string()
  .check(z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`))

/** A password that is being chosen. */
export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `must be at least ${MIN_PASSWORD_LENGTH} characters`),
    z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`),
  )

/** A code of a class or a link as people type it; the server leaves out spaces, dashes and capitals. */
export const typedCode = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(24, 'must be at most 24 characters'))

/** The answer of a call that has nothing to tell. */
export const done = z.object({ done: z.literal(true) })
