import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { ask, describePostgres, freshDatabase } from '../factories/postgres.ts'

describePostgres('work that one process does at a time', () => {
  test('[ARE-11] one process at a time holds the lock, and the next gets it when that one is gone', async () => {
    const url = await freshDatabase()
    const [one, other] = [await openPostgres({ url }), await openPostgres({ url })]
    onTestFinished(async () => {
      await one.close()
      await other.close()
    })
    const during = await one.tryWithLock('work', async () => ({
      same: await other.tryWithLock('work', async () => 'done'),
      else: await other.tryWithLock('else', async () => 'done'),
    }))
    expect(during).toEqual({ same: null, else: 'done' })
    expect(await other.tryWithLock('work', async () => 'done')).toBe('done')
    await expect(one.tryWithLock('work', () => Promise.reject(new Error('it broke')))).rejects.toThrow(
      'it broke',
    )
    expect(await other.tryWithLock('work', async () => 'done')).toBe('done')
    // A process that dies has its connection ended.
    let next: unknown = null
    await one.tryWithLock('work', async () => {
      await ask(
        url,
        "select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()",
      )
      await expect.poll(() => other.tryWithLock('work', async () => 'done')).toBe('done')
      next = 'done'
    })
    expect(next).toBe('done')
  })
})
