/** The fields of parsed JSON of unknown shape, by name. */
export type Fields = ReadonlyMap<string, unknown>

/** The fields of parsed JSON; empty if it is not an object. */
export function fieldsOf(json: unknown): Fields {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : [])
}
