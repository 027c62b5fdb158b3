import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletionLog, type Deletion, type DeletionLog } from '../../server/ops/deletion-log.ts'
import { deletionTable } from '../../server/ops/deletion-table.ts'
import { describePostgres, freshDatabase } from '../factories/postgres.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const DAY_MS = 24 * 3_600_000
const ANA: Deletion = { kind: 'child', id: 'ana' }
const G1: Deletion = { kind: 'guest', id: 'g1' }

async function expectKept(log: DeletionLog, meanwhile: () => void): Promise<void> {
  expect(await log.read()).toBeNull()
  await log.begin(DAY_MS, 35)
  await log.note(ANA, 2 * DAY_MS)
  meanwhile()
  await log.note(G1, 30 * DAY_MS)
  await log.begin(31 * DAY_MS, 35)
  expect(await log.read()).toEqual({ sinceMs: DAY_MS, deletions: [ANA, G1] })
  await log.begin(40 * DAY_MS, 35)
  expect(await log.read()).toEqual({ sinceMs: 5 * DAY_MS, deletions: [G1] })
}

test('[OPS-15] the log of deletions outlives half a line, and what is older than any backup goes', async () => {
  const dataDir = tempFolder()
  await expectKept(deletionLog(dataDir), () => appendFileSync(join(dataDir, 'deletions.log'), 'child be'))
})

describePostgres('deletions on PostgreSQL', () => {
  test('[OPS-15] servers that start at once share a log, and what is older than any backup goes', async () => {
    const url = await freshDatabase('empty')
    const logs = Array.from({ length: 4 }, () => deletionTable(url))
    const [first] = logs
    if (!first) throw new Error('there are four')
    await expectKept(first, () => undefined)
    await Promise.all(logs.map((log, at) => log.note({ kind: 'adult', id: `${at}` }, 40 * DAY_MS)))
    expect((await first.read())?.deletions).toHaveLength(5)

    const together = await freshDatabase('empty')
    await Promise.all(logs.map(() => deletionTable(together).begin(DAY_MS, 35)))
    expect(await deletionTable(together).read()).toEqual({ sinceMs: DAY_MS, deletions: [] })
  })
})
