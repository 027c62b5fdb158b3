import { describe, expect, onTestFinished, test } from 'vitest'
import { practiceDayStartMs } from '../../domain/practice-day.ts'
import { tokenHash } from '../../server/guest/token.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { sqlStudentDataStore } from '../../server/storage/sql/students/student-data-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { everyTable, tablesWith } from '../factories/every-table.ts'
import { botPlayer, finishedBattle, person } from '../factories/finished-battle.ts'
import { DAY, keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'
import { newSubmissionId } from '../factories/guest-calls.ts'
import { newSession, newStudentId } from '../factories/student-practice.ts'
import { enrollingStore, playerTokenOf } from '../factories/students.ts'

const NOW_MS = practiceDayStartMs(DAY)
const UNKNOWN = { status: 404, code: 'not_found' }

/** What may be under way elsewhere when a student is deleted here. */
export function deletedPlayersSuite(open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const studentId = newStudentId()
    const hash = tokenHash(playerTokenOf(studentId))
    const child = { studentId, tokenHash: hash }
    await enrollingStore(database).begin(newSession({ studentId }))
    const guests = sqlGuestStore(database)
    const results = sqlPracticeStore(database)
    const battles = sqlBattleStore(database)
    const report = () => ({ tokenHash: hash, submissionId: newSubmissionId(), practiceDay: DAY })
    return {
      database,
      battles,
      child,
      guests,
      results,
      remove: () => sqlStudentDataStore(database).remove(child, NOW_MS),
      /** A score, a time report and a name, sent at the same time. */
      sent: () => [
        results.record(practiceResult({ tokenHash: hash }), keepOrMake),
        guests.addTime(report(), keepOrMake),
        guests.save(hash, keepOrMake),
      ],
    }
  }

  describe('deleted players', () => {
    test("[STU-11, ACC-32] later writes for a deleted student are rejected, and affect nobody else's", async () => {
      const { database, battles, child, guests, remove, results, sent } = await opened()
      expect(await guests.isDeleted(child.tokenHash)).toBe(false)
      await remove()
      expect(await guests.isDeleted(child.tokenHash)).toBe(true)
      const [other, rival] = [newTokenHash(), newTokenHash()]
      const beside = results.record(practiceResult({ tokenHash: other }), keepOrMake)
      for (const answer of await Promise.allSettled(sent())) {
        expect(answer).toMatchObject({ status: 'rejected', reason: UNKNOWN })
      }
      expect(await beside).toMatchObject({ counted: true })
      await Promise.all([
        battles.save(finishedBattle([person(child.tokenHash), person(rival)])),
        battles.save(finishedBattle([person(other), botPlayer('bot-1')])),
        battles.save(finishedBattle([person(child.tokenHash), botPlayer('bot-1')])),
      ])
      expect(await battles.stats(rival)).toMatchObject({ battles: 1 })
      expect(await battles.stats(other)).toMatchObject({ battles: 1 })
      expect((await everyTable(database)).get('battle')).toHaveLength(2)
      expect(await tablesWith(database, [child.tokenHash, child.studentId])).toEqual([])
    })

    test('[STU-11] writes in progress during a deletion are deleted or rejected, in whatever order they run', async () => {
      const { database, battles, child, remove, sent } = await opened()
      const save = () => battles.save(finishedBattle([person(child.tokenHash), person(newTokenHash())]))
      const around = () => Array.from({ length: 8 }, () => [...sent(), save()]).flat()
      const before = around()
      const removed = remove()
      const answers = await Promise.allSettled([...before, removed, ...around()])
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject(UNKNOWN)
      }
      await removed
      expect(await tablesWith(database, [child.tokenHash, child.studentId])).toEqual([])
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions: 0 })
    })

    test('[STU-11, STO-6] the mark of a deleted player is deleted with the guest data of that time', async () => {
      const { database, child, remove, sent } = await opened()
      await remove()
      const marks = async () => (await everyTable(database)).get('forgotten_player') ?? []
      expect(await marks()).toHaveLength(1)
      const forget = (day: string) =>
        sqlRetentionStore(database).deleteDaysBefore(day, new AbortController().signal)
      await forget(DAY)
      expect(await marks()).toHaveLength(1)
      await forget('2026-03-19')
      expect(await marks()).toEqual([])
      expect(await Promise.all(sent())).toHaveLength(3)
      expect(await tablesWith(database, [child.tokenHash])).toEqual(['guest'])
    })
  })
}
