/** What parsed JSON of unknown shape holds by name. */
export type Fields = ReadonlyMap<string, unknown>

/** The fields of parsed JSON; none where it is no object. */
export function fieldsOf(json: unknown): Fields {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : [])
}
