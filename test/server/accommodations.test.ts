import { expect, test } from 'vitest'
import { studentRoutes } from '../../contract/student.ts'
import { memoryOf } from '../../domain/learning/memory.ts'
import { readMemory } from '../../domain/learning/stored.ts'
import { settingsFrom, type StudentSettings } from '../../domain/student-settings.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { attemptBody, began, beginBody, studentOf } from '../factories/student-calls.ts'
import { headerStudents } from '../factories/students.ts'

const FACT = 'addition-7-8'

test('[ACM-1] a child can change only its own part of the settings; the rest is for the owner of its home', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const child = await signedIn(app, code, ana)
  const ofAna = `/api/children/${ana.id}/settings`
  const set = { battles: false, timeFactor: '2' } satisfies Partial<StudentSettings>
  expect((await teacher.post(ofAna, set)).json).toEqual({ ...settingsFrom(null), ...set })
  const own = await child.post('/api/me/settings', { pictures: 'always', timeFactor: '1', battles: true })
  expect(own).toMatchObject({ status: 200, json: { ...set, pictures: 'always' } })
  expect((await teacher.post(ofAna, { timeFactor: '4' })).status).toBe(400)
})

test("[ACM-8] an answer's time factor goes into the memory, both when it is logged and when the log is folded again", async () => {
  const app = await startApp({ students: headerStudents })
  const [usual, helped] = [studentOf(app), studentOf(app)]
  const states = []
  for (const [student, timeFactor] of [
    [usual, '1'],
    [helped, 'none'],
  ] as const) {
    const sessionId = await began(student, { secondsAgo: 600 })
    const times = { factId: FACT, responseTime: 20_000, entryTime: 1500, timeFactor, secondsAgo: 100 }
    expect((await student.post('/api/practice/logs', attemptBody(sessionId, 5, times))).status).toBe(200)
    // An earlier answer makes the server fold the whole log.
    const earlier = await began(student, { secondsAgo: 900 })
    const before = { ...times, factId: 'addition-2-3', secondsAgo: 800 }
    await student.post('/api/practice/logs', attemptBody(earlier, 0, before))
    const answer = studentRoutes.memory.response.parse((await student.get('/api/me/memory')).json)
    const memory = readMemory(answer.memory)
    states.push(memory && [FACT, 'addition-2-3'].map((fact) => memoryOf(memory, fact)?.timed))
  }
  expect(states).toEqual([
    [[false], [false]],
    [[true], [true]],
  ])
})

async function finishSession(child: Browser, league = 'addition_facts'): Promise<unknown> {
  const session = beginBody({ sessionType: league, secondsAgo: 30 })
  await child.post('/api/practice/sessions', session)
  await child.post('/api/practice/logs', attemptBody(session.id, 0))
  return (await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})).json
}

test('[ACM-3, ACM-11, ACM-12, ACM-15, ACM-16] a class turns off boards, battles and the streak, and changes one setting for several children', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  const child = await signedIn(app, code, ana)
  app.clock.nowMs += 60_000
  const path = `/api/classes/${id}/settings`
  const usual = settingsFrom(null)
  const settingsNow = async () =>
    ((await child.get('/api/me')).json as { settings: StudentSettings }).settings
  expect(await finishSession(child)).toMatchObject({ totalScore: 5, board: { rank: 1 } })
  expect((await teacher.post(path, { home: { boards: false } })).json).toMatchObject({
    home: { boards: false, battles: true },
    children: [
      { studentId: ana.id, name: 'Ana', settings: usual },
      { studentId: ben.id, name: 'Ben', settings: usual },
    ],
  })
  expect(await settingsNow()).toEqual({ ...usual, boards: false })
  expect(await finishSession(child)).toMatchObject({ totalScore: 5, board: null })
  await teacher.post(path, { home: { boards: true, streak: false } })
  await child.post('/api/me/settings', { ownBoards: false })
  expect(await settingsNow()).toEqual({ ...usual, boards: false, streak: false, ownBoards: false })
  expect(await finishSession(child)).toMatchObject({ board: null })
  const several = { studentIds: [ana.id], change: { battles: false, calm: true } }
  const foreign = { ...several, studentIds: [ana.id, 'somebody else'] }
  expect((await teacher.post(path, { home: { boards: false }, children: foreign })).status).toBe(404)
  expect(await settingsNow()).toEqual({ ...usual, boards: false, streak: false, ownBoards: false })
  expect((await teacher.post(path, { children: several })).json).toMatchObject({
    children: [{ settings: { battles: false, calm: true } }, { settings: usual }],
  })
  expect(await settingsNow()).toMatchObject({ battles: false, calm: true })
  expect((await teacher.post(path, { home: { boards: 'no' } })).status).toBe(400)
  const other = await signedUp(app, 'teacher')
  expect((await other.get(path)).status).toBe(404)
})

test('[ACM-11] a linked parent takes a child of a class off the boards, and nobody else can undo it', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const parent = await signedUp(app, 'parent')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const linked = (await teacher.post(`/api/children/${ana.id}/link-code`)).json as { code: string }
  await parent.post('/api/children/link', { code: linked.code })
  const child = await signedIn(app, code, ana)
  app.clock.nowMs += 60_000
  expect(await finishSession(child)).toMatchObject({ board: { rank: 1 } })
  const boardNow = async () => (await app.get('/api/guest/leaderboard?league=addition_facts')).json
  const [of, settings] = [`/api/children/${ana.id}/boards`, `/api/children/${ana.id}/settings`]
  expect(await boardNow()).toHaveLength(1)
  app.clock.elapsedMs += 1000
  expect((await parent.post(of, { boards: false })).json).toMatchObject({ parentBoards: false, boards: true })
  expect(await boardNow()).toEqual([])
  await teacher.post(settings, { parentBoards: true, ownBoards: true, boards: true })
  expect((await child.get('/api/me')).json).toMatchObject({
    settings: { boards: false, parentBoards: false },
  })
  expect((await teacher.post(of, { boards: true })).status).toBe(403)
  expect((await parent.post(settings, { boards: true })).status).toBe(404)
  app.clock.elapsedMs += 1000
  // The choice goes with the last parent who could change it.
  await parent.call('DELETE', `/api/children/${ana.id}/guardian`)
  expect(await boardNow()).toMatchObject([{ nickname: ana.nickname }])
})

test('[ACM-14] a class of young children starts without the clock', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const child = await signedIn(app, code, ana)
  const clockNow = async () =>
    ((await child.get('/api/me')).json as { settings: StudentSettings }).settings.clock
  expect(await clockNow()).toBe('shown')
  const young = await teacher.post(`/api/classes/${id}/settings`, { home: { grade: '1' } })
  expect(young.json).toMatchObject({ home: { grade: '1' }, children: [{ settings: { clock: 'hidden' } }] })
  expect(await clockNow()).toBe('hidden')
  await child.post('/api/me/settings', { clock: 'shown' })
  expect(await clockNow()).toBe('shown')
})
