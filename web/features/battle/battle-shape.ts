import type { Check } from '../../lib/shape.ts'

/** What hardly any other answer holds: checks for the events of battles, beside those of `web/lib/shape.ts`. */

/** A whole number from `least` to `most`. */
export const wholeBetween =
  (least: number, most: number): Check<number> =>
  (json): json is number =>
    Number.isSafeInteger(json) && Number(json) >= least && Number(json) <= most

export const oneOf =
  <Value extends string>(values: readonly Value[]): Check<Value> =>
  (json): json is Value =>
    values.some((value) => value === json)

/** A list of at most `most`. */
export const listOf =
  <Value>(check: Check<Value>, most = Infinity): Check<Value[]> =>
  (json): json is Value[] =>
    Array.isArray(json) && json.length <= most && json.every(check)

export const optional =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (json): json is Value | undefined =>
    json === undefined || check(json)

export const nullable =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (json): json is Value | null =>
    json === null || check(json)
