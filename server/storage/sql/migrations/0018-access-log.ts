import type { Migration } from './migration.ts'

/**
 * The access log holds acts of operators, and outlives a deleted child and a closed account: it points to nobody's row any more.
 * `home_id` is the class or family of the child at that time, by which its owner finds deletions. The defaults are for servers of
 * the version before, which run beside this one during an update.
 */
export const accessLog: Migration = {
  id: 18,
  name: 'access-log',
  statements: ({ integer, byKey, sortedText }) => [
    `drop index child_access_adult`,
    `drop index child_access_age`,
    `alter table child_access rename to old_child_access`,
    `create table child_access (
      student_id ${sortedText} not null,
      at_ms ${integer} not null,
      adult_id ${sortedText} not null,
      kind text not null,
      role text not null default 'adult',
      home_id ${sortedText} not null default '',
      primary key (student_id, at_ms, adult_id, kind)
    )${byKey}`,
    `insert into child_access (student_id, at_ms, adult_id, kind, role, home_id)
      select old.student_id, old.at_ms, old.adult_id, old.kind, adult.role, student.class_id
      from old_child_access as old
      join "user" as adult on adult.id = old.adult_id
      join student on student.user_id = old.student_id`,
    `drop table old_child_access`,
    `create index child_access_adult on child_access (adult_id)`,
    `create index child_access_age on child_access (at_ms)`,
    `create index child_access_deletion on child_access (home_id) where kind = 'deletion'`,
  ],
}
