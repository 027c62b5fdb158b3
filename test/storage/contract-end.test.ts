import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tokenHash } from '../../server/guest/token.ts'
import { playerTokens } from '../../server/account/player-tokens.ts'
import { endContract, readContractEnd } from '../../server/ops/contract-end.ts'
import { loggingDeletions, type Deletion } from '../../server/ops/deletion-log.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { NOON_MS } from '../factories/app.ts'
import { everyTable, tablesWith } from '../factories/every-table.ts'
import { newAttempt, newSession } from '../factories/student-practice.ts'
import { enrollingStore, nicknameOf, storeAdult } from '../factories/students.ts'
import { ADAPTERS, type Adapter } from './adapters.ts'

const SECRET = 'a secret of the tests, which nobody guesses'
const OF_TEACHER = { email: 'Teacher@school.example', folder: '/exports/school', naming: 'names' } as const

/** A teacher with two children in two classes, one of whom has practiced and has a linked parent, and another teacher. */
async function school(open: Adapter['open']) {
  const database = await open()
  onTestFinished(() => database.close())
  const stores = sqlAccountStores(database)
  const store = enrollingStore(database)
  const session = newSession()
  await store.begin(session)
  await store.log(session.studentId, [newAttempt({ sessionId: session.sessionId })])
  const other = newSession()
  await store.begin(other)
  await storeAdult(database, 'parent', 'parent')
  await stores.children.addLinkCode(session.studentId, 'code', NOON_MS + 1)
  await stores.children.useLinkCode('code', 'parent', NOON_MS)
  await storeAdult(database, 'stays', 'teacher')
  const files = new Map<string, Buffer>()
  const noted: Deletion[] = []
  const log = { begin: async () => undefined, read: async () => null }
  const append = async (deletion: Deletion): Promise<void> => void noted.push(deletion)
  const needs = {
    ...loggingDeletions(stores, { ...log, append }, () => NOON_MS),
    dataKeysOf: playerTokens({ secret: SECRET, tokenHash, children: stores.children }).dataKeysOf,
    makeFolder: async () => undefined,
    write: async (name: string, content: AsyncIterable<string | Uint8Array>) => {
      const parts: Buffer[] = []
      for await (const part of content) parts.push(Buffer.from(part))
      files.set(name, Buffer.concat(parts))
    },
    scrub: () => database.scrub(),
    now: () => NOON_MS,
  }
  return { database, stores, needs, files, noted, ids: [session.studentId, other.studentId] as const }
}

test('[RET-3] the command takes an address and a folder, and changes nothing without confirmation', () => {
  const read = { email: 'a@b.example', folder: 'out', naming: 'names', isConfirmed: false }
  expect(readContractEnd(['a@b.example', 'out'])).toEqual(read)
  expect(readContractEnd(['--numbers', 'a@b.example', '--yes', 'out'])).toEqual({
    ...read,
    naming: 'numbers',
    isConfirmed: true,
  })
  for (const args of [
    [],
    ['a@b.example'],
    ['ab', 'out'],
    ['a@b.example', '--no'],
    ['a@b.example', 'x', 'y'],
  ]) {
    expect(readContractEnd(args)).toBeNull()
  }
})

for (const { name, open } of ADAPTERS) {
  describe(name, () => {
    test('[RET-3] without confirmation it only counts', async () => {
      const { database, needs, files, noted } = await school(open)
      const before = await everyTable(database)
      const { lines, exitCode } = await endContract(needs, { ...OF_TEACHER, isConfirmed: false })
      expect(exitCode).toBe(0)
      expect(lines).toContain('In all: classes 2, children 2, practice days 1, facts known 0')
      expect(lines).toContain('Children with a linked parent, who loses them too: 1.')
      expect(lines.at(-1)).toContain('Nothing was changed.')
      expect([files.size, noted]).toEqual([0, []])
      expect(await everyTable(database)).toEqual(before)
    })

    test('[RET-3, RET-4, OPS-15] exports every class, then deletes children and account, with records and counts', async () => {
      const { database, stores, needs, files, noted, ids } = await school(open)
      const { lines, exitCode } = await endContract(needs, { ...OF_TEACHER, isConfirmed: true })
      expect(exitCode).toBe(0)
      expect(lines.at(-1)).toBe('Exported into /exports/school, then deleted: children 2, accounts 1.')
      expect([...files.keys()]).toEqual(['class-1.zip', 'class-2.zip', 'account.json', 'counts.txt'])
      const csv = ['class-1.zip', 'class-2.zip'].flatMap((file) => {
        const facts = unzipSync(files.get(file) ?? new Uint8Array())['facts.csv'] ?? new Uint8Array()
        return strFromU8(facts).split('\r\n').slice(1, -1)
      })
      expect(csv).toEqual(['Zoe,addition-1-1,addition,1,1,2,learning,1,1,2026-03-18'])
      expect(files.get('account.json')?.toString()).toContain('teacher@school.example')
      expect(files.get('counts.txt')?.toString()).toContain(lines.join('\n'))
      expect(noted.toSorted((one, another) => (one.kind < another.kind ? -1 : 1))).toEqual([
        { kind: 'adult', id: 'teacher' },
        ...noted.filter(({ kind }) => kind === 'child'),
      ])
      expect(new Set(noted.map(({ id }) => id))).toEqual(new Set(['teacher', ...ids]))
      expect(await tablesWith(database, [...ids, ...ids.map(nicknameOf)])).toEqual(['child_access'])
      const logged = ((await everyTable(database)).get('child_access') ?? []).map(
        (row) => `${row['role']} ${row['kind']}`,
      )
      expect(logged).toEqual(['operator deletion', 'operator deletion'])
      expect(await stores.adults.findByEmail(OF_TEACHER.email)).toBeNull()
      expect(await stores.adults.findByEmail('stays@school.example')).not.toBeNull()
    })

    test('[RET-3] a child added meanwhile is not deleted, and the account stays', async () => {
      const { stores, needs, files } = await school(open)
      const addedMeanwhile = async (file: string, content: AsyncIterable<string | Uint8Array>) => {
        await needs.write(file, content)
        if (file !== 'class-1.zip') return
        const [first] = await stores.classes.homesOf('teacher')
        if (!first) throw new Error('there are two')
        await stores.classes.changeClass(first.id, { archivedAtMs: null })
        const child = {
          id: 'late',
          name: 'Late',
          nickname: 'CalmOtter7',
          sealedPin: '',
          pinKind: 'digits',
        } as const
        const consent = { version: 1, adultId: 'teacher' }
        await stores.children.addChildren(first.id, [{ ...child, consent }], null, NOON_MS, 'request')
      }
      const { lines, exitCode } = await endContract(
        { ...needs, write: addedMeanwhile },
        { ...OF_TEACHER, isConfirmed: true },
      )
      expect(exitCode).toBe(1)
      expect(lines.join('\n')).toContain('deleted: children 2, accounts 0.')
      expect(files.get('counts.txt')?.toString()).toContain('accounts 0.')
      expect(await stores.children.findChild('late')).not.toBeNull()
    })

    test('[RET-3] an address without an account changes nothing', async () => {
      const { needs, files } = await school(open)
      const nobody = { ...OF_TEACHER, email: 'nobody@school.example', isConfirmed: true }
      expect((await endContract(needs, nobody)).exitCode).toBe(1)
      expect(files.size).toBe(0)
    })
  })
}
