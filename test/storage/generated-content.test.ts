import { expect, onTestFinished, test } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { verifyBoards } from '../../server/storage/sql/boards/verify-boards.ts'
import { everyTable } from '../factories/every-table.ts'
import { guestRecord, practiceResult } from '../factories/guests.ts'
import { ADAPTERS } from './adapters.ts'

const BAD = [
  'meet at the park',
  'Moderator',
  'You',
  'SwiftFox0',
  'SwiftFox69',
  'SwiftFox042',
  'SwiftCow4',
  '42',
  '',
]
const GOOD = ['SwiftFox42', 'CalmOwl9', 'Player']

test.each(ADAPTERS)(
  '[NIC-8, LOC-12] replaces content that strangers wrote earlier on $name, and boards add up',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id !== 13))
    const practice = sqlPracticeStore(old)
    for (const [at, nickname] of [...BAD, ...GOOD].entries()) {
      const place = {
        location: 'call my mom',
        country: at % 2 ? 'Nowhere' : 'US',
        state: at % 2 ? '' : 'Texas',
      }
      await practice.record(practiceResult({ tokenHash: `player ${at}` }), () =>
        guestRecord({ publicId: `public ${at}`, nickname, ...place }),
      )
    }
    await old.close()
    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    const rows = ((await everyTable(database)).get('guest') ?? []).toSorted(
      (one, other) => Number(one['id']) - Number(other['id']),
    )
    const names = rows.map((row) => String(row['nickname']))
    expect(names.slice(BAD.length)).toEqual(GOOD)
    expect(names.slice(0, BAD.length).filter((name) => animalOf(name) === null)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(rows.filter((row) => row['location'] !== '')).toEqual([])
    expect(new Set(rows.map((row) => row['country']))).toEqual(new Set(['US', '']))
    expect(await verifyBoards(database, '2026-01-01', 10)).toMatchObject({ differences: [] })
  },
)
