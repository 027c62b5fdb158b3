/** Whether a piece of parsed JSON is one of these. */
export type Check<Value> = (json: unknown) => json is Value

export const isText = (json: unknown): json is string => typeof json === 'string'
export const isNumber = (json: unknown): json is number => typeof json === 'number' && Number.isFinite(json)
export const isBoolean = (json: unknown): json is boolean => typeof json === 'boolean'
export const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
export const isTextOrNull = (json: unknown): json is string | null => json === null || isText(json)
export const isNumberOrNull = (json: unknown): json is number | null => json === null || isNumber(json)

export const isOptionalNumberOrNull = (json: unknown): json is number | null | undefined =>
  json === undefined || isNumberOrNull(json)

/**
 * A check that every named field is there and passes its own check; other fields may stand beside them. What the
 * schemas of the contract do on the server, without their weight; tests hold the two to the same verdicts.
 */
export function hasShape<Value extends object>(fields: {
  readonly [Key in keyof Value]-?: Check<Value[Key]>
}): Check<Value> {
  const checks = Object.entries<Check<unknown>>(fields)
  return (json): json is Value => {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
    const values = new Map<string, unknown>(Object.entries(json))
    return checks.every(([name, check]) => check(values.get(name)))
  }
}
