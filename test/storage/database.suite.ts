import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { queryBuilder, statement } from '../../server/storage/sql/statement.ts'

function probes(database: Database) {
  const db = queryBuilder(database.dialect)
  return {
    put: statement<{ id: number; atMs: number }>()((values) =>
      db.insertInto('storage_probe').values({ id: values.id, at_ms: values.atMs }),
    ),
    all: statement<Record<never, never>>()(() => db.selectFrom('storage_probe').selectAll().orderBy('id')),
  }
}

/** What every engine behind the Database port does. */
export function databaseSuite(open: () => Promise<Database>): void {
  const opened = async (): Promise<Database> => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }
  describe('Database', () => {
    test('[STO-3] of writes that arrive together, one that fails does not affect the others', async () => {
      const database = await opened()
      const { put, all } = probes(database)
      const own = new Error('of its own')
      await database.write((transaction) => transaction.run(put, { id: 1, atMs: 10 }))
      const settled = await Promise.allSettled([
        database.write((transaction) => transaction.run(put, { id: 3, atMs: 30 })),
        database.write(async (transaction) => {
          await transaction.run(put, { id: 2, atMs: 20 })
          throw own
        }),
        // The key is taken: an error of the engine that is the job's own fault.
        database.write((transaction) => transaction.run(put, { id: 1, atMs: 31 })),
        database.write((transaction) => transaction.run(put, { id: 4, atMs: 40 })),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      expect(settled[1]).toMatchObject({ reason: own })
      const rows = await database.read((transaction) => transaction.all(all, {}))
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { id: 1, at_ms: 10 },
        { id: 3, at_ms: 30 },
        { id: 4, at_ms: 40 },
      ])
    })

    test('[STO-3] a write can be read as soon as it is acknowledged', async () => {
      const database = await opened()
      const { put, all } = probes(database)
      const seen = Array.from({ length: 100 }, async (_, id) => {
        await database.write((transaction) => transaction.run(put, { id, atMs: id }))
        const rows = await database.read((transaction) => transaction.all(all, {}))
        return rows.some((row) => row.id === id)
      })
      expect(await Promise.all(seen)).not.toContain(false)
    })

    test('[STO-1] whole numbers, text and times read back unchanged', async () => {
      const database = await opened()
      const { put, all } = probes(database)
      await database.write((transaction) => transaction.run(put, { id: 7, atMs: Number.MAX_SAFE_INTEGER }))
      const [row] = await database.read((transaction) => transaction.all(all, {}))
      expect(row?.at_ms).toBe(Number.MAX_SAFE_INTEGER)
    })

    test('[RUN-10] a working engine passes its check repeatedly', async () => {
      const database = await opened()
      await database.check()
      await expect(database.check()).resolves.toBeUndefined()
    })

    test('[RUN-12] closing completes pending writes', async () => {
      const database = await open()
      const { put } = probes(database)
      // Many times as many as connections.
      const writes = Promise.all(
        Array.from({ length: 100 }, (_, id) =>
          database.write((transaction) => transaction.run(put, { id, atMs: id })),
        ),
      )
      await database.close()
      expect(await writes).toHaveLength(100)
    })
  })
}
