import { assignmentTables } from './initial/assignments.ts'
import { battleTables } from './initial/battles.ts'
import { classTables } from './initial/classes.ts'
import { installationTables } from './initial/installation.ts'
import { peopleTables } from './initial/people.ts'
import { playerTables } from './initial/players.ts'
import { practiceTables } from './initial/practice.ts'
import { progressTables } from './initial/progress.ts'
import type { Migration } from './migration.ts'

/** Every table of the first version, each after the tables that it refers to. */
export const initial: Migration = {
  id: 1,
  name: 'initial',
  statements: (types) =>
    [
      peopleTables,
      classTables,
      assignmentTables,
      playerTables,
      battleTables,
      practiceTables,
      progressTables,
      installationTables,
    ].flatMap((tables) => tables(types)),
}
