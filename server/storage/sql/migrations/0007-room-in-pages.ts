import type { Migration } from './migration.ts'

/**
 * How full a page is made, in percent, where rows are changed all day and no index names what changes. An engine that writes a
 * changed row beside the old one then finds room on its page, and leaves every index alone. Rows that are few are changed most.
 */
const FULL_AT = {
  rank_cell: 60,
  state_score: 50,
  state_day: 50,
  guest: 85,
  student_session: 80,
  student_day: 80,
  fact_fluency: 80,
} as const

/** What a score or an answer changes finds its place where it is. */
export const roomInPages: Migration = {
  id: 7,
  name: 'room-in-pages',
  statements: ({ fullAt }) => Object.entries(FULL_AT).flatMap(([table, percent]) => fullAt(table, percent)),
}
