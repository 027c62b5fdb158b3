import * as z from 'zod/mini'

/** A number of rows as it stands in a query, from 1 to `most`; `usual` when it is left out. */
export function rowLimit(usual: number, most: number) {
  const takes = `must be a whole number from 1 to ${most}`
  return z.pipe(
    z.optional(
      z.string().check(
        z.regex(/^[1-9][0-9]?$/, takes),
        z.refine((text) => Number(text) <= most, takes),
      ),
    ),
    z.transform((text: string | undefined) => (text === undefined ? usual : Number(text))),
  )
}
