/** The fields of parsed JSON of unknown shape, by name. */
export type Fields = ReadonlyMap<string, unknown>

/** The fields of parsed JSON; empty if it is not an object. */
export function fieldsOf(json: unknown): Fields {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : [])
}

/**
 * Whether parsed JSON has the fields of the example, of the same types. Where the example has null, anything is allowed; items of
 * arrays are not checked.
 */
export function isLike<T extends object>(json: unknown, example: T): json is T {
  const fields = fieldsOf(json)
  return Object.entries(example).every(([name, value]: [string, unknown]) => {
    const found = fields.get(name)
    if (value === null) return found !== undefined
    if (Array.isArray(value)) return Array.isArray(found)
    return typeof value === 'object' ? isLike(found, value) : typeof found === typeof value
  })
}
