import { randomUUID } from 'node:crypto'
import type { PracticeStore } from '../../../practice/port.ts'
import type { Database } from '../../database.ts'
import { recordResult } from './practice-rows.ts'

export function sqlPracticeStore(database: Database): PracticeStore {
  return {
    record: (result, change) => {
      const named = { ...result, submissionId: result.submissionId ?? randomUUID() }
      return database.write((transaction) => recordResult(transaction, named, change))
    },
  }
}
