import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletionLog } from '../../server/deletion-log.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const DAY_MS = 24 * 3_600_000

test('[OPS-15] the log of deletions outlives half a line, and what is older than any backup goes', () => {
  const dataDir = tempFolder()
  const log = deletionLog(dataDir)
  expect(log.read()).toBeNull()
  log.begin(DAY_MS, 35)
  log.note({ kind: 'child', id: 'ana' }, 2 * DAY_MS)
  appendFileSync(join(dataDir, 'deletions.log'), 'child be')
  log.note({ kind: 'guest', id: 'g1' }, 30 * DAY_MS)
  const deletions = [
    { kind: 'child', id: 'ana' },
    { kind: 'guest', id: 'g1' },
  ]
  log.begin(31 * DAY_MS, 35)
  expect(log.read()).toEqual({ sinceMs: DAY_MS, deletions })
  log.begin(40 * DAY_MS, 35)
  expect(log.read()).toEqual({ sinceMs: 5 * DAY_MS, deletions: deletions.slice(1) })
})
