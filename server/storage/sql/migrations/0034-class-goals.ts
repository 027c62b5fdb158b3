import type { Migration } from './migration.ts'

/**
 * Goals of classes by week: those that an adult set, and those of weeks that are over. A closed week keeps its numbers when a
 * child is deleted. `days` and `present` are null until the week is closed.
 */
export const classGoals: Migration = {
  id: 34,
  name: 'class-goals',
  statements: ({ integer, byKey, sortedText }) => [
    `create table class_goal (
      class_id ${sortedText} not null references school_class (id),
      monday ${sortedText} not null,
      goal ${integer} not null,
      is_set ${integer} not null,
      days ${integer},
      present ${integer},
      primary key (class_id, monday)
    )${byKey}`,
  ],
}
