import { randomUUID } from 'node:crypto'
import type { PracticeStore, Recorded } from '../../../practice/port.ts'
import type { Database } from '../../database.ts'
import { Batcher, maxConcurrentBatches } from '../batcher.ts'
import { PracticeRows, type PracticeItem } from './practice-rows.ts'

/** Scores per transaction, so that no turn of the event loop takes long. */
const MAX_AT_ONCE = 64
const MAX_WAITING = 10_000

/** Stores practice results. Concurrent results share a transaction and its statements. */
export function sqlPracticeStore(database: Database): PracticeStore {
  const rows = new PracticeRows(database.dialect)
  const batcher = new Batcher<PracticeItem, Recorded>({
    runBatch: (items) => database.write((transaction) => rows.recordAll(transaction, items)),
    maxBatchSize: MAX_AT_ONCE,
    maxConcurrent: maxConcurrentBatches(database.dialect),
    maxWaiting: MAX_WAITING,
  })
  return {
    record: (result, change) => {
      const named = { ...result, submissionId: result.submissionId ?? randomUUID() }
      return batcher.add({ result: named, change })
    },
  }
}
