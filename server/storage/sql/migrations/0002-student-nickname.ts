import type { Migration } from './migration.ts'

/** A nickname that a guest wants is looked up among those of students. */
export const studentNickname: Migration = {
  id: 2,
  name: 'student-nickname',
  statements: () => ['create index student_nickname on student (nickname)'],
}
