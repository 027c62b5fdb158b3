import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletionLog, type DeletionLog } from '../../server/ops/deletion-log.ts'
import { deletionTable } from '../../server/ops/deletion-table.ts'
import { describePostgres, freshDatabase } from '../factories/postgres.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const DAY_MS = 24 * 3_600_000
const ANA = { kind: 'child', id: 'ana', atMs: 2 * DAY_MS } as const
const G1 = { kind: 'guest', id: 'g1', atMs: 30 * DAY_MS } as const

async function expectKept(log: DeletionLog, meanwhile: () => void): Promise<void> {
  expect(await log.read()).toBeNull()
  await log.begin(DAY_MS, 35)
  await log.append(ANA, ANA.atMs)
  meanwhile()
  await log.append(G1, G1.atMs)
  await log.begin(31 * DAY_MS, 35)
  expect(await log.read()).toEqual({ sinceMs: DAY_MS, deletions: [ANA, G1] })
  await log.begin(40 * DAY_MS, 35)
  expect(await log.read()).toEqual({ sinceMs: 5 * DAY_MS, deletions: [G1] })
}

test('[OPS-15] the deletion log survives a half-written line, and drops entries older than any backup', async () => {
  const dataDir = tempFolder()
  await expectKept(deletionLog(dataDir), () => appendFileSync(join(dataDir, 'deletions.log'), 'child be'))
})

describePostgres('deletions on PostgreSQL', () => {
  test('[OPS-15] servers that start at once share a log, and drop entries older than any backup', async () => {
    const url = await freshDatabase('empty')
    const logs = Array.from({ length: 4 }, () => deletionTable(url))
    const [first] = logs
    if (!first) throw new Error('there are four')
    await expectKept(first, () => undefined)
    await Promise.all(logs.map((log, at) => log.append({ kind: 'adult', id: `${at}` }, 40 * DAY_MS)))
    expect((await first.read())?.deletions).toHaveLength(5)

    const together = await freshDatabase('empty')
    await Promise.all(logs.map(() => deletionTable(together).begin(DAY_MS, 35)))
    expect(await deletionTable(together).read()).toEqual({ sinceMs: DAY_MS, deletions: [] })
  })

  test("[OPS-15] adds another log's entries once, with the earlier beginning and the later time", async () => {
    const log = deletionTable(await freshDatabase('empty'))
    await log.begin(3 * DAY_MS, 35)
    await log.append(ANA, 4 * DAY_MS)
    for (let repeat = 0; repeat < 2; repeat += 1) {
      await log.add({ sinceMs: 2 * DAY_MS, deletions: [ANA, { ...G1, atMs: DAY_MS }, G1] })
      const { sinceMs, deletions = [] } = (await log.read()) ?? {}
      expect(sinceMs).toBe(2 * DAY_MS)
      expect(deletions.toSorted((one, two) => one.atMs - two.atMs)).toEqual([
        { ...ANA, atMs: 4 * DAY_MS },
        G1,
      ])
    }
  })
})
