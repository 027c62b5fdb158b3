import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { practiceDayStartMs } from '../../domain/practice-day.ts'
import type { Database } from '../../server/storage/database.ts'
import { dayOf } from '../../server/storage/sql/boards/board-number.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { MAX_BATCH_ROWS, sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import type { Tables } from '../../server/storage/sql/schema.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { everyTable } from '../factories/every-table.ts'
import { guestRecord, newTokenHash, practiceResult } from '../factories/guests.ts'
import { enrolment } from '../factories/students.ts'

/** What every adapter behind the RetentionStore port does. */
export function retentionStoreSuite(open: () => Promise<Database>): void {
  describe('RetentionStore', () => {
    test('[STO-6] deletes days before the first kept one, with guests last seen on them', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const [guests, results] = [sqlGuestStore(database), sqlPracticeStore(database)]
      const retention = sqlRetentionStore(database)
      const [gone, returned, idle] = [newTokenHash(), newTokenHash(), newTokenHash()]

      const play = async (tokenHash: string, practiceDay: string) => {
        const change = () => guestRecord({ lastActiveDay: practiceDay, publicId: tokenHash.slice(0, 16) })
        await results.record(practiceResult({ tokenHash, practiceDay }), change)
        await guests.addTime({ tokenHash, practiceDay, submissionId: `report-${practiceDay}` }, change)
      }
      await play(gone, '2026-03-10')
      await play(returned, '2026-03-10')
      await play(returned, '2026-03-11')
      await guests.save(idle, () => guestRecord({ lastActiveDay: '2026-03-10' }))

      const forget = () => retention.deleteDaysBefore('2026-03-11', new AbortController().signal)
      expect(await forget()).toEqual({ guests: 2, results: 2, battles: 0, reports: 2, end: 'complete' })
      expect(await guests.find(gone)).toBeNull()
      expect(await guests.find(idle)).toBeNull()
      expect(await guests.find(returned)).not.toBeNull()
      expect(await forget()).toEqual({ guests: 0, results: 0, battles: 0, reports: 0, end: 'complete' })

      // The kept day's sums are whole, the deleted day's start from 0.
      const more = (practiceDay: string) =>
        results.record(
          practiceResult({ tokenHash: returned, practiceDay }),
          (known) => known ?? guestRecord(),
        )
      expect((await more('2026-03-11')).dailyScore).toBe(40)
      expect((await more('2026-03-10')).dailyScore).toBe(20)
    })

    test('[LB-24] deletes board data of a deleted day, and keeps the boards of kept days', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const results = sqlPracticeStore(database)
      const boards = sqlLeaderboardStore(database)
      const tokens = Array.from({ length: 12 }, newTokenHash)
      const play = async (practiceDay: string) => {
        for (const [index, tokenHash] of tokens.entries()) {
          const change = () => guestRecord({ state: 'Ohio', publicId: tokenHash.slice(0, 16) })
          const result = practiceResult({ tokenHash, practiceDay, score: 10 * index })
          await results.record(result, change)
        }
      }
      const boardsOf = async (day: string) => ({
        players: await boards.players(day, 'addition_facts', 50),
        places: await Promise.all(tokens.map((token) => boards.dailyStats(day, token))),
        states: await boards.states(day, 'addition_facts', 50),
        all: await boards.statesOfAllLeagues(day, 50),
      })
      await play('2026-03-10')
      await play('2026-03-11')
      const kept = await boardsOf('2026-03-11')
      await sqlRetentionStore(database).deleteDaysBefore('2026-03-11', new AbortController().signal)
      expect(await boardsOf('2026-03-11')).toEqual(kept)
      expect(await boardsOf('2026-03-10')).toEqual({
        players: [],
        places: tokens.map(() => ({ leagues: [], sessionsToday: 0, totalDailyPoints: 0 })),
        states: [],
        all: [],
      })

      await database.read(async ({ db }) => {
        for (const table of ['score_count', 'state_score'] as const) {
          const found = await db.selectFrom(table).select('board').distinct().execute()
          expect(found.map(({ board }) => dayOf(board))).toEqual(['2026-03-11'])
        }
        expect(await db.selectFrom('state_day').select('practice_day').distinct().execute()).toEqual([
          { practice_day: '2026-03-11' },
        ])
      })
    })

    test('[STO-6] a guest stays while a later day refers to it, as after a server clock that was ahead', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const guests = sqlGuestStore(database)
      const result = practiceResult({ practiceDay: '2027-03-10' })
      await sqlPracticeStore(database).record(result, () => guestRecord({ lastActiveDay: '2026-03-10' }))
      const deleted = await sqlRetentionStore(database).deleteDaysBefore(
        '2026-03-11',
        new AbortController().signal,
      )
      expect(deleted).toEqual({ guests: 0, results: 0, battles: 0, reports: 0, end: 'complete' })
      expect(await guests.find(result.tokenHash)).not.toBeNull()
    })

    test('[ACC-26] deletes expired sign-in data after the retention time of guests', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const startMs = practiceDayStartMs('2026-03-11')
      const times = { expires_at_ms: 0, created_at_ms: 0, updated_at_ms: 0 }
      const rowsOf = (db: Kysely<Tables>, name: string, atMs: number) => [
        db
          .insertInto('session')
          .values({ ...times, id: name, token: name, user_id: 'u', expires_at_ms: atMs }),
        db
          .insertInto('verification')
          .values({ ...times, id: name, identifier: 'i', value: 'v', expires_at_ms: atMs }),
        db.insertInto('link_code').values({ code_hash: name, student_id: 'u', expires_at_ms: atMs }),
        db.insertInto('invitation').values({ code_hash: name, expires_at_ms: atMs }),
      ]
      const user = {
        id: 'u',
        name: '',
        email: 'u',
        email_verified: 0,
        role: 'student',
        created_at_ms: 0,
        updated_at_ms: 0,
      }
      const home = {
        id: 'c',
        owner_id: 'u',
        kind: 'class',
        name: '',
        code: 'c',
        created_at_ms: 0,
        archived_at_ms: null,
      }
      const student = {
        user_id: 'u',
        class_id: 'c',
        display_name: '',
        name_key: '',
        nickname: '',
        pin_sealed: '',
        pin_kind: '',
        created_at_ms: 0,
      }
      await database.write(async ({ db }) => {
        await db.insertInto('user').values(user).execute()
        await db.insertInto('school_class').values(home).execute()
        await db.insertInto('student').values(student).execute()
        const rows = [...rowsOf(db, 'old', startMs - 1), ...rowsOf(db, 'kept', startMs)]
        for (const row of rows) await row.execute()
      })
      await sqlRetentionStore(database).deleteDaysBefore('2026-03-11', new AbortController().signal)
      await database.read(async ({ db }) => {
        expect(await db.selectFrom('session').select('id').execute()).toEqual([{ id: 'kept' }])
        expect(await db.selectFrom('verification').select('id').execute()).toEqual([{ id: 'kept' }])
        expect(await db.selectFrom('invitation').select('code_hash').execute()).toEqual([
          { code_hash: 'kept' },
        ])
        expect(await db.selectFrom('link_code').select('code_hash').execute()).toEqual([
          { code_hash: 'kept' },
        ])
      })
    })

    test('[ACC-45, LB-106] deletes access log rows and removal records at the same age, and keeps newer ones', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const { accesses } = sqlAccountStores(database)
      const { record } = sqlRemovalStore(database)
      const nothing = { operator: 'operator', criteria: '{}', guests: 0, sessions: 0, battles: 0, reports: 0 }
      const beforeMs = practiceDayStartMs('2026-03-11')
      for (const atMs of [beforeMs - 1, beforeMs]) {
        const children = [{ id: 'child', classId: 'home' }]
        await accesses.record({ children, by: { id: 'a', role: 'teacher' }, kind: 'change', nowMs: atMs })
        await record({ ...nothing, atMs })
      }
      // More than one batch.
      for (let count = 0; count < MAX_BATCH_ROWS; count += 1) await record({ ...nothing, atMs: count })
      await sqlRetentionStore(database).deleteLogsBefore(beforeMs, new AbortController().signal)
      const tables = await everyTable(database)
      for (const table of ['child_access', 'removal']) {
        expect(tables.get(table), table).toMatchObject([{ at_ms: beforeMs }])
      }
    })

    test('[ACC-26] deletes counts of wrong PINs of earlier days', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const { wrongPins } = sqlAccountStores(database)
      const enrol = enrolment(database)
      for (const id of ['ana', 'ben']) await enrol(id)
      const startMs = practiceDayStartMs('2026-03-11')
      await wrongPins.add('ana', startMs - 1)
      await wrongPins.add('ben', startMs)
      const { signal } = new AbortController()
      await sqlRetentionStore(database).deleteWrongPinsBefore('2026-03-11', signal)
      expect((await everyTable(database)).get('sign_in_failure')).toMatchObject([{ student_id: 'ben' }])
    })
  })
}
