import { expect, test } from 'vitest'
import type { ChildStore } from '../../server/account/port.ts'
import { sqlAccountStores } from '../../server/storage/sql/account-stores.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { tempFolder } from '../factories/temp-folder.ts'

test('[ACC-20] a PIN that is made new while the old one is looked at lets nobody in', async () => {
  const database = openSqlite({ dataDir: tempFolder() })
  const { children } = sqlAccountStores(database)
  let meanwhile: (() => Promise<unknown>) | null = null
  const findToSignIn: ChildStore['findToSignIn'] = async (code, nameKey) => {
    const found = await children.findToSignIn(code, nameKey)
    const first = meanwhile
    meanwhile = null
    await first?.()
    return found
  }
  const app = await startApp({ database, accounts: { children: { ...children, findToSignIn } } })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  meanwhile = () => teacher.post(`/api/children/${ana.id}/pin`, { pinKind: 'digits' })
  const entered = await app.post('/api/account/child/sign-in', { code, name: 'Ana', pin: ana.pin })
  expect(entered).toMatchObject({ status: 401, json: { code: 'wrong_sign_in' } })
  expect(entered.headers.getSetCookie()).toEqual([])
  const sessions = (await everyTable(database)).get('session') as { user_id: string }[]
  expect(sessions.filter(({ user_id: userId }) => userId === ana.id)).toEqual([])
})
