import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database, Transaction } from '../../server/storage/database.ts'

const put =
  (id: number, atMs: number) =>
  ({ db }: Transaction) =>
    db.insertInto('storage_probe').values({ id, at_ms: atMs }).execute()

const all = ({ db }: Transaction) => db.selectFrom('storage_probe').selectAll().orderBy('id').execute()

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
      const own = new Error('of its own')
      await database.write(put(1, 10))
      const settled = await Promise.allSettled([
        database.write(put(3, 30)),
        database.write(async (transaction) => {
          await put(2, 20)(transaction)
          throw own
        }),
        // The key is taken: an error of the engine that is the job's own fault.
        database.write(put(1, 31)),
        database.write(put(4, 40)),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      expect(settled[1]).toMatchObject({ reason: own })
      const rows = await database.read(all)
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { id: 1, at_ms: 10 },
        { id: 3, at_ms: 30 },
        { id: 4, at_ms: 40 },
      ])
    })

    test('[STO-3] a write can be read as soon as it is acknowledged', async () => {
      const database = await opened()
      const seen = Array.from({ length: 100 }, async (_, id) => {
        await database.write(put(id, id))
        const rows = await database.read(all)
        return rows.some((row) => row.id === id)
      })
      expect(await Promise.all(seen)).not.toContain(false)
    })

    test('[STO-1] whole numbers, text and times read back unchanged', async () => {
      const database = await opened()
      await database.write(put(7, Number.MAX_SAFE_INTEGER))
      const [row] = await database.read(all)
      expect(row?.at_ms).toBe(Number.MAX_SAFE_INTEGER)
    })

    test('[RUN-10] a working engine passes its check repeatedly', async () => {
      const database = await opened()
      await database.check()
      await expect(database.check()).resolves.toBeUndefined()
    })

    test('[RUN-12] closing completes pending writes', async () => {
      const database = await open()
      // Many times as many as connections.
      const writes = Promise.all(Array.from({ length: 100 }, (_, id) => database.write(put(id, id))))
      await database.close()
      expect(await writes).toHaveLength(100)
    })
  })
}
