import { randomUUID } from 'node:crypto'
import { MERGE_RULES } from '../../../../domain/merge-rules.ts'
import type { PracticeStore, Recorded } from '../../../practice/port.ts'
import type { Database } from '../../database.ts'
import { Batcher, maxConcurrentBatches } from '../batcher.ts'
import { retryAsPlayers } from './guest-rows.ts'
import { forPlayer, PracticeRows, type PracticeItem } from './practice-rows.ts'

/** Scores per transaction, so that no turn of the event loop takes long. */
const MAX_AT_ONCE = 64
const MAX_WAITING = 10_000

/** Stores practice results. Concurrent results share a transaction and its statements. */
export function sqlPracticeStore(database: Database, rules = MERGE_RULES): PracticeStore {
  const rows = new PracticeRows(database.dialect, rules)
  const batcher = new Batcher<PracticeItem, Recorded>({
    runBatch: (items) =>
      retryAsPlayers(
        items,
        (some) => database.write((transaction) => rows.recordAll(transaction, some)),
        (item, playerOf) => forPlayer(item, playerOf.get(item.result.tokenHash)),
      ),
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
