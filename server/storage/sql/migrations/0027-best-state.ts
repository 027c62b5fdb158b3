import type { Migration } from './migration.ts'

/** The best state of each fact so far. It starts as the present one, until the student's log is folded again. */
export const bestState: Migration = {
  id: 27,
  name: 'best-state',
  statements: ({ integer }) => [
    `alter table fact_fluency add column best ${integer} not null default 0`,
    `update fact_fluency set best = case state when 'fluent' then 3 when 'known' then 2 when 'learning' then 1 else 0 end`,
  ],
}
