import { guestPractice } from './0001-guest-practice.ts'
import { boards } from './0002-boards.ts'
import { battles } from './0003-battles.ts'
import type { Migration } from './migration.ts'

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [guestPractice, boards, battles]
