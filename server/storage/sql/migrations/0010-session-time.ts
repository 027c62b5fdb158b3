import type { Migration } from './migration.ts'

/**
 * The time that is each session's own: from its beginning to the next one's. Sessions keep the seconds that they have, more than
 * their time too. A server of the version before goes on meanwhile, and begins sessions without it.
 */
export const sessionTime: Migration = {
  id: 10,
  name: 'session-time',
  statements: ({ integer }) => [
    `alter table student_session add column counts_from_ms ${integer}`,
    `alter table student_session add column counts_until_ms ${integer}`,
    `update student_session set counts_from_ms = started_at_ms, counts_until_ms = timed.until_ms
      from (
        select student_id, session_id,
          lead(started_at_ms) over (partition by student_id order by started_at_ms, session_id) as until_ms
        from student_session
      ) as timed
      where timed.student_id = student_session.student_id and timed.session_id = student_session.session_id`,
    `create index student_session_time on student_session (student_id, counts_from_ms)`,
  ],
}
