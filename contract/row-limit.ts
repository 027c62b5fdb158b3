import * as z from 'zod/mini'

/** The `limit` of a query, from 1 to `max`; `standard` by default. */
export function rowLimit(standard: number, max: number) {
  const error = `must be a whole number from 1 to ${max}`
  return z.pipe(
    z.optional(
      z.string().check(
        z.regex(/^[1-9][0-9]?$/, error),
        z.refine((text) => Number(text) <= max, error),
      ),
    ),
    z.transform((text: string | undefined) => (text === undefined ? standard : Number(text))),
  )
}
