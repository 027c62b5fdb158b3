import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import type { GuestRecord } from '../../domain/guest-record.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import type { Database } from '../../server/storage/database.ts'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'
import { withClient } from '../../server/storage/postgres/session.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { DAY, guestRecord, newTokenHash, practiceResult } from '../factories/guests.ts'
import { ask, describePostgres, freshDatabase } from '../factories/postgres.ts'

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
        await sql`select 1`.execute(transaction.db)
        events.emit('reached')
        await gate
        return value
      }),
  }
  return { stopping, reached, goOn: () => events.emit('on') }
}

const playsFor = (state: string, tokenHash: string) => (known: GuestRecord | null) => ({
  ...(known ?? guestRecord({ publicId: tokenHash.slice(0, 16) })),
  state,
})

describePostgres('boards on PostgreSQL', () => {
  test('[LB-23] a state’s best score stays right when one player leaves it while another raises it', async () => {
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
    expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
  })

  test('[LB-23] players who score and change states at the same time never deadlock', async () => {
    const url = await freshDatabase()
    const databases = await Promise.all([openPostgres({ url }), openPostgres({ url })])
    onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
    const STATES = ['Ohio', 'Texas', 'Iowa', 'Maine']
    const LEAGUES = ['addition_facts', 'division_facts', 'subtraction_facts'] as const
    const tokens = Array.from({ length: 24 }, () => newTokenHash())
    const work = databases.flatMap((database, process) => {
      const [results, guests] = [sqlPracticeStore(database), sqlGuestStore(database)]
      return tokens.map(async (tokenHash, at) => {
        for (let round = 0; round < 8; round += 1) {
          const state = STATES[(at + round + process) % STATES.length] ?? ''
          const league = LEAGUES[(at + round) % LEAGUES.length] ?? 'addition_facts'
          if ((at + round) % 3 === 0) await guests.save(tokenHash, playsFor(state, tokenHash))
          else
            await results.record(practiceResult({ tokenHash, league, score: 10 }), playsFor(state, tokenHash))
        }
      })
    })
    await Promise.all(work)
    const counted = 'select deadlocks::int as count from pg_stat_database where datname = current_database()'
    expect(await ask<{ count: number }>(url, counted)).toEqual([{ count: 0 }])
    expect(await recountBoards(databases[0] as Database, DAY)).toMatchObject({ differences: [] })
  })

  test('[STO-7] rejects a write for a guest that is locked elsewhere, and no others', async () => {
    const url = await freshDatabase()
    const notices: string[] = []
    const database = await openPostgres({ url, onUnavailable: () => notices.push('away') })
    onTestFinished(() => database.close())
    const results = sqlPracticeStore(database)
    const [held, other] = [newTokenHash(), newTokenHash()]
    await results.record(practiceResult({ tokenHash: held }), (known) => known ?? guestRecord())
    const outcomes = await withClient({ connectionString: url }, async (client) => {
      await client.query('begin')
      await client.query('select id from guest for update')
      const together = [held, other, other].map((tokenHash) =>
        results.record(
          practiceResult({ tokenHash }),
          (known) => known ?? guestRecord({ publicId: 'another' }),
        ),
      )
      const settled = await Promise.allSettled(together)
      await client.query('rollback')
      return settled
    })
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(outcomes[0]).toHaveProperty('reason', expect.any(StorageUnavailable))
    expect(notices).toEqual([])
    const again = practiceResult({ tokenHash: held })
    expect(await results.record(again, (known) => known ?? guestRecord())).toMatchObject({ counted: true })
  })

  test("[LB-20] a player's own score never lowers their rank while it is stored", async () => {
    const url = await freshDatabase()
    const database = await openPostgres({ url })
    onTestFinished(() => database.close())
    const [results, boards] = [sqlPracticeStore(database), sqlLeaderboardStore(database)]
    const tokenHash = newTokenHash()
    const score = () =>
      results.record(practiceResult({ tokenHash, score: 5 }), (known) => known ?? guestRecord())
    await score()
    const done = new AbortController()
    const scoring = (async () => {
      for (let times = 0; times < 150; times += 1) await score()
      done.abort()
    })()
    const places = new Set<string>()
    while (!done.signal.aborted) {
      const { leagues } = await boards.dailyStats(DAY, tokenHash)
      places.add(leagues.map(({ rank, total }) => `${rank} of ${total}`).join())
    }
    await scoring
    expect([...places]).toEqual(['1 of 1'])
  })
})
