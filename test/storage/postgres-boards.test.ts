import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { sqlGuestStore } from '../../server/storage/sql/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/leaderboard-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice-store.ts'
import { verifyBoards } from '../../server/storage/sql/verify-boards.ts'
import { DAY, guestRecord, newTokenHash, practiceResult } from '../factories/guests.ts'
import { ask, describePostgres, freshDatabase } from '../factories/postgres.ts'

const NOTHING = { sql: 'select 1', bind: () => [] }

/** A database whose writes stop when they have done everything but commit, until `goOn` is called. */
function stoppingBeforeCommit(database: Database) {
  const events = new EventEmitter()
  const [reached, gate] = [once(events, 'reached'), once(events, 'on')]
  const stopping: Database = {
    ...database,
    write: (job) =>
      database.write(async (transaction) => {
        const value = await job(transaction)
        // Its answer comes after those of the statements that the job did not wait for.
        await transaction.first(NOTHING, {})
        events.emit('reached')
        await gate
        return value
      }),
  }
  return { stopping, reached, goOn: () => events.emit('on') }
}

describePostgres('boards on PostgreSQL', () => {
  test('[LB-23] a state’s best score is right when one leaves it while another raises it', async () => {
    const url = await freshDatabase()
    const database = await openPostgres({ url })
    onTestFinished(() => database.close())
    const results = sqlPracticeStore(database)
    const [leaving, raising] = [newTokenHash(), newTokenHash()]
    for (const tokenHash of [leaving, raising]) {
      const guest = guestRecord({ state: 'Ohio', publicId: tokenHash.slice(0, 16) })
      await results.record(practiceResult({ tokenHash, score: 10 }), () => guest)
    }

    const { stopping, reached, goOn } = stoppingBeforeCommit(database)
    const raised = sqlPracticeStore(stopping).record(
      practiceResult({ tokenHash: raising, score: 200 }),
      (known) => known ?? guestRecord(),
    )
    await reached
    const left = sqlGuestStore(database).save(leaving, (known) => ({
      ...(known ?? guestRecord()),
      state: 'Texas',
    }))
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => ask<{ count: number }>(url, waiting)).not.toEqual([{ count: 0 }])
    goOn()
    await Promise.all([raised, left])
    expect(await sqlLeaderboardStore(database).states(DAY, 'addition_facts', 50)).toMatchObject([
      { state: 'Ohio', playerCount: 1, totalScore: 210, topScore: 210 },
      { state: 'Texas', playerCount: 1, totalScore: 10, topScore: 10 },
    ])
    expect(await verifyBoards(database, DAY, 50)).toMatchObject({ differences: [] })
  })
})
