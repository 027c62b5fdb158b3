/** The SQL that an engine speaks. */
export type Dialect = 'sqlite' | 'postgres'
