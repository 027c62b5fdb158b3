import { randomUUID } from 'node:crypto'
import type { Database } from '../../database.ts'
import { recordResult } from './practice-rows.ts'
import type { ChangeByPractice, PracticeResult } from '../../../practice/port.ts'

/** Stores guests' practice. */
export function sqlPracticeStore(database: Database) {
  return {
    /**
     * Stores the result, the guest returned by `change`, and the day's totals, atomically; durable when it resolves. Rejects with what
     * `change` throws; `change` is not called for a repeat. Rejects with PlayersDeleted for a recently deleted player.
     */
    record: (result: PracticeResult, change: ChangeByPractice) => {
      const named = { ...result, submissionId: result.submissionId ?? randomUUID() }
      return database.write((transaction) => recordResult(transaction, named, change))
    },
  }
}

export type PracticeStore = ReturnType<typeof sqlPracticeStore>
