import { describe, expect, test } from 'vitest'
import { playerTokens } from '../../server/account/player-tokens.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { deletionLog, linkId, loggingDeletions } from '../../server/ops/deletion-log.ts'
import { repeatDeletions } from '../../server/ops/repeat-deletions.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { endAllSignIns } from '../../server/storage/sql/accounts/sign-in-ending.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp, TEST_SECRET, type RunningApp, type StartOptions } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { openMigrated } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'
import { ADAPTERS } from './adapters.ts'

const ONE_USE = ['session', 'verification', 'link_code', 'invitation']

/** A class with Ana, who is signed in, and her parent. */
async function school(database: Database, accounts: StartOptions['accounts'] = {}) {
  const app = await startApp({ database, accounts })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana) throw new Error('two were made')
  const parent = await signedUp(app, 'parent')
  const linkCode = async () =>
    ((await teacher.post(`/api/children/${ana.id}/link-code`)).json as { code: string }).code
  const link = async () => parent.post('/api/children/link', { code: await linkCode() })
  await link()
  const child = await signedIn(app, code, ana)
  const isLinked = async () => ((await everyTable(database)).get('guardian') ?? []).length === 1
  return { app, teacher, parent, child, ana, code, link, linkCode, isLinked }
}

const tokenOf = async (child: Browser) =>
  ((await child.get('/api/me')).json as { playerToken: string }).playerToken

function endSignIns(database: Database, nowMs: number): Promise<void> {
  const { children } = sqlAccountStores(database)
  return endAllSignIns(database, playerTokens({ secret: TEST_SECRET, tokenHash, children }).hashesOf, nowMs)
}

async function practice({ clock }: RunningApp, child: Browser): Promise<number> {
  clock.nowMs += 60_000
  const session = beginBody({ secondsAgo: 30 })
  await child.post('/api/practice/sessions', session)
  await child.post('/api/practice/logs', attemptBody(session.id, 0))
  const { json } = await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  return (json as { board: { dailyScore: number } }).board.dailyScore
}

for (const { name, open } of ADAPTERS) {
  describe(`a restored database of ${name}`, () => {
    test('[OPS-17] nobody is signed in, nothing that could be used once works, and everybody can sign in again', async () => {
      const database = await open()
      const { app, teacher, parent, child, ana, code, linkCode } = await school(database)
      const [oldToken, points, unused] = [await tokenOf(child), await practice(app, child), await linkCode()]
      await app.post('/api/account/forgotten', { email: 'rose@school.example' })
      await endSignIns(database, app.clock.nowMs)
      for (const person of [teacher, parent, child]) expect((await person.get('/api/me')).status).toBe(401)
      const tables = await everyTable(database)
      for (const table of ONE_USE) expect(tables.get(table), table).toEqual([])

      const again = await signedIn(app, code, ana)
      const newToken = await tokenOf(again)
      expect(newToken).not.toBe(oldToken)
      expect((await app.get(`/api/guest/session/${oldToken}`)).status).toBe(404)
      expect(await practice(app, again)).toBe(2 * points)
      const other = await signedUp(app, 'parent')
      expect((await other.post('/api/children/link', { code: unused })).status).toBe(404)
    })

    test('[OPS-17] no token from after the backup returns, however often it had changed, nor after another restore', async () => {
      const database = await open()
      const { app, ana } = await school(database)
      const { inRound, current } = playerTokens({
        secret: TEST_SECRET,
        tokenHash,
        children: sqlAccountStores(database).children,
      })
      const used = new Set(Array.from({ length: 1000 }, (_, round) => inRound(ana.id, round)))
      for (let restores = 0; restores < 3; restores += 1) {
        await endSignIns(database, app.clock.nowMs + restores)
        const token = await current(ana.id)
        expect(used.has(token)).toBe(false)
        used.add(token)
      }
    })

    test.each<[string, readonly (readonly [kind: 'linked' | 'unlinked', atMs: number])[], boolean]>([
      ['no end', [], true],
      ['an end', [['unlinked', 5]], false],
      [
        'an end that is in the log twice',
        [
          ['unlinked', 5],
          ['unlinked', 5],
        ],
        false,
      ],
      [
        'an end and a new beginning',
        [
          ['unlinked', 5],
          ['linked', 6],
        ],
        true,
      ],
      [
        'a beginning and an end',
        [
          ['linked', 4],
          ['unlinked', 5],
        ],
        false,
      ],
      [
        'the end of a link that began again',
        [
          ['unlinked', 5],
          ['linked', 6],
          ['unlinked', 7],
        ],
        false,
      ],
      [
        'the same in the order of a table',
        [
          ['unlinked', 7],
          ['linked', 6],
        ],
        false,
      ],
    ])('[OPS-15] a parent’s link after the log of %s', async (_what, said, stays) => {
      const database = await open()
      const { ana, isLinked } = await school(database)
      const [guardian] = (await everyTable(database)).get('guardian') ?? []
      const parentId = String(guardian?.['parent_id'])
      const others = ['unlinked', 'linked'].map((kind) => ({ kind, id: linkId('another', ana.id), atMs: 9 }))
      const deletions = [
        ...said.map(([kind, atMs]) => ({ kind, id: linkId(parentId, ana.id), atMs })),
        ...(others as { kind: 'unlinked'; id: string; atMs: number }[]),
      ]
      for (let times = 0; times < 2; times += 1) {
        expect(await repeatDeletions(database, TEST_SECRET, deletions, 10)).toEqual([])
        expect(await isLinked()).toBe(stays)
      }
    })
  })
}

test('[OPS-15] links that parents or teachers end, and new ones, are in the log by id', async () => {
  const database = await openMigrated()
  const log = deletionLog(tempFolder())
  await log.begin(0, 35)
  let nowMs = 0
  const stores = loggingDeletions(sqlAccountStores(database), log, () => (nowMs += 1))
  const { teacher, parent, ana, link } = await school(database, stores)
  const [guardian] = (await everyTable(database)).get('guardian') ?? []
  const parentId = String(guardian?.['parent_id'])
  expect((await parent.call('DELETE', `/api/children/${ana.id}/guardian`)).status).toBe(200)
  await link()
  expect((await teacher.call('DELETE', `/api/children/${ana.id}/guardians/${parentId}`)).status).toBe(200)
  expect((await parent.post('/api/children/link', { code: 'WRNGCDE1' })).status).toBe(404)
  const id = linkId(parentId, ana.id)
  expect((await log.read())?.deletions).toEqual(
    ['linked', 'unlinked', 'linked', 'unlinked'].map((kind, at) => ({ kind, id, atMs: at + 1 })),
  )
})
