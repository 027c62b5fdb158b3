import type { Migration } from './migration.ts'

/** The number of a day that a column holds as `YYYY-MM-DD`; 0 for none. */
const DAY_MS = 86_400_000

/**
 * `fact_fluency` becomes what the learning engine remembers of each fact (domain/learning/memory.ts), and a student's row what it
 * remembers besides. `folded_version` 0 says that a student's log has still to be folded.
 */
export const learningMemory: Migration = {
  id: 25,
  name: 'learning-memory',
  statements: ({ integer, byKey, sortedText, midnightMs }) => {
    const number = (column: string): string =>
      `coalesce(${midnightMs(`cast(replace(${column}, '-', '') as integer)`)} / ${DAY_MS}, 0)`
    const numbers = ['level', 'due', 'asked_day', 'asked_at', 'missed', 'first_right', 'last_right']
    return [
      ...numbers.map((name) => `alter table fact_fluency add column ${name} ${integer} not null default 0`),
      `alter table fact_fluency add column timed text not null default ''`,
      ...['first_right', 'last_right'].map(
        (name) => `update fact_fluency set ${name} = ${number(`${name}_day`)} where ${name}_day is not null`,
      ),
      `alter table fact_fluency drop column first_right_day`,
      `alter table fact_fluency drop column last_right_day`,
      ...['problems', 'learned_day', 'unknown_met', 'folded_at_ms', 'folded_place', 'folded_version'].map(
        (name) => `alter table student_practice add column ${name} ${integer} not null default 0`,
      ),
      `alter table student_practice add column abilities text not null default ''`,
      `alter table student_practice add column folded_session text not null default ''`,
      `alter table student_practice add column retained text`,
      `create table entry_time (
        student_id ${sortedText} not null references student_practice (student_id),
        input_type ${sortedText} not null,
        base_ms ${integer} not null,
        key_ms ${integer} not null,
        measured_at_ms ${integer} not null,
        primary key (student_id, input_type)
      )${byKey}`,
    ]
  },
}
