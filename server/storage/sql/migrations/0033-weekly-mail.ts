import type { Migration } from './migration.ts'

/** Weekly emails: each parent's settings, the Monday of the last week that was dealt with, and which children they are about. */
export const weeklyMail: Migration = {
  id: 33,
  name: 'weekly-mail',
  statements: ({ integer, byKey, sortedText }) => [
    `create table weekly_mail (
      parent_id ${sortedText} not null primary key references "user" (id),
      state text not null,
      zone ${sortedText} not null,
      first_names ${integer} not null,
      slot ${integer} not null,
      week ${sortedText} not null,
      empty_weeks ${integer} not null,
      retry_at_ms ${integer} not null
    )${byKey}`,
    `create index weekly_mail_due on weekly_mail (state, zone, slot)`,
    `alter table guardian add column in_weekly_mail ${integer} not null default 1`,
  ],
}
