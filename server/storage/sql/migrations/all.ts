import { initial } from './0001-initial.ts'
import { studentNickname } from './0002-student-nickname.ts'
import type { Migration } from './migration.ts'

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [initial, studentNickname]
