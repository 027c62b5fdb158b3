import { expect, test } from 'vitest'
import type { Dashboard } from '../../domain/school/dashboard.ts'
import { openSqlite } from '../../server/storage/sqlite/sqlite-database.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { countingDatabase } from '../factories/counting-database.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { tempFolder } from '../factories/temp-folder.ts'

test('[DSH-13] a class of any size takes at most four statements, including permission and access log', async () => {
  const { database, ran } = countingDatabase(openSqlite({ dataDir: tempFolder() }))
  const app = await startApp({ database })
  const teacher = await signedUp(app, 'teacher')
  const { id } = await madeClass(teacher)
  const statementsOf = async (path: string): Promise<number> => {
    await teacher.get(path)
    ran.length = 0
    expect((await teacher.get(path)).status).toBe(200)
    // The first one finds the caller’s session, as for every call.
    return ran.filter((sql) => !/^select .* from "session"/s.test(sql)).length
  }
  await addedChildren(teacher, id, ['Ana'])
  const ofOne = await statementsOf(`/api/classes/${id}/dashboard`)
  await addedChildren(
    teacher,
    id,
    Array.from({ length: 30 }, (_, n) => `Child ${n}`),
  )
  expect(ofOne).toBeLessThanOrEqual(4)
  expect(await statementsOf(`/api/classes/${id}/dashboard`)).toBe(ofOne)
})

test("[DSH-13] only the class's teacher sees the dashboard", async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  const read = async () => (await teacher.get(`/api/classes/${id}/dashboard`)).json as Dashboard
  expect(await read()).toMatchObject({
    groups: [],
    children: [{ labels: [] }, { labels: [] }],
  })
  if (!ana || !ben) throw new Error('two were made')
  const browser = await signedIn(app, code, ana)
  const begun = beginBody()
  expect((await browser.post('/api/practice/sessions', begun)).status).toBe(200)
  app.clock.nowMs += 5000
  expect((await browser.post('/api/practice/logs', attemptBody(begun.id, 0))).status).toBe(200)
  const [shown] = (await read()).children
  expect(shown?.letters).toContain('a')
  const other = await signedUp(app, 'teacher')
  expect((await other.get(`/api/classes/${id}/dashboard`)).status).toBe(404)
  expect((await browser.get(`/api/classes/${id}/dashboard`)).status).toBe(403)
  expect((await teacher.get('/api/classes/nobodys/dashboard')).status).toBe(404)
})
