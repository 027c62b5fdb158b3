/** A type guard for parsed JSON. */
export type Check<Value> = (json: unknown) => json is Value

export const isText = (json: unknown): json is string => typeof json === 'string'
export const isNumber = (json: unknown): json is number => typeof json === 'number' && Number.isFinite(json)
export const isBoolean = (json: unknown): json is boolean => typeof json === 'boolean'
export const isAnything = (json: unknown): json is unknown => json !== undefined

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A string that matches the pattern, which must not be global. */
/* @__NO_SIDE_EFFECTS__ */
export function matching(pattern: RegExp): Check<string> {
  return (json): json is string => isText(json) && pattern.test(json)
}

/* @__NO_SIDE_EFFECTS__ */
export function numberBetween(least: number, most: number): Check<number> {
  return (json): json is number => isNumber(json) && json >= least && json <= most
}

/* @__NO_SIDE_EFFECTS__ */
export function wholeBetween(least: number, most: number): Check<number> {
  return (json): json is number =>
    isNumber(json) && Number.isSafeInteger(json) && json >= least && json <= most
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string | number | boolean>(...values: Value[]): Check<Value> {
  return (json): json is Value => values.some((value) => value === json)
}

/* @__NO_SIDE_EFFECTS__ */
export function listOf<Item>(isItem: Check<Item>, most = Infinity, least = 0): Check<Item[]> {
  return (json): json is Item[] =>
    Array.isArray(json) && json.length <= most && json.length >= least && json.every(isItem)
}

/* @__NO_SIDE_EFFECTS__ */
export function recordOf<Value>(isValue: Check<Value>): Check<Record<string, Value>> {
  return (json): json is Record<string, Value> => isRecord(json) && Object.values(json).every(isValue)
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<Value>(isValue: Check<Value>): Check<Value | null> {
  return (json) => json === null || isValue(json)
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(isValue: Check<Value>): Check<Value | undefined> {
  return (json) => json === undefined || isValue(json)
}

/* @__NO_SIDE_EFFECTS__ */
export function anyOf<First, Second>(isFirst: Check<First>, isSecond: Check<Second>): Check<First | Second> {
  return (json) => isFirst(json) || isSecond(json)
}

type Fields = Readonly<Record<string, Check<unknown>>>
type Checked<Field> = Field extends Check<infer Value> ? Value : never
type OptionalIn<Shape extends Fields> = {
  [Key in keyof Shape]: undefined extends Checked<Shape[Key]> ? Key : never
}[keyof Shape]

/** An object of these fields. Fields that may be undefined are optional. */
type Shaped<Shape extends Fields> = {
  [Key in Exclude<keyof Shape, OptionalIn<Shape>>]: Checked<Shape[Key]>
} & { [Key in OptionalIn<Shape>]?: Exclude<Checked<Shape[Key]>, undefined> }

/** An object whose fields pass these checks. Other fields are allowed. */
/* @__NO_SIDE_EFFECTS__ */
export function hasShape<const Shape extends Fields>(fields: Shape): Check<Shaped<Shape>> {
  const checks = Object.entries(fields)
  return (json): json is Shaped<Shape> => {
    if (!isRecord(json)) return false
    const values = new Map(Object.entries(json))
    return checks.every(([name, check]) => check(values.get(name)))
  }
}
