import { expect, test } from 'vitest'
import { animalOf } from '../../domain/nickname.ts'
import { settingsFrom } from '../../domain/student-settings.ts'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { addedChildren, madeClass, signedIn, signedUp, type MadeChild } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

type ClassWithChildren = { code: string; archived: boolean; name: string; children: MadeChild[] }

async function classOfTwo(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  const read = async () => (await teacher.get(`/api/classes/${id}`)).json as ClassWithChildren
  const enter = (child: MadeChild, typed: Partial<{ code: string; name: string; pin: unknown }> = {}) =>
    new Browser(app).post('/api/account/child/sign-in', { code, name: child.name, pin: child.pin, ...typed })
  return { teacher, id, code, ana, ben, read, enter }
}

test('[ACC-17] a teacher creates classes, sees them with their codes, renames and archives them', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const older = await madeClass(teacher, '  3b  Ms   Rivera ')
  app.clock.nowMs += 1000
  const newer = await madeClass(teacher, '4a')
  expect(older).toMatchObject({ name: '3b Ms Rivera', archived: false, createdAt: app.clock.nowMs - 1000 })
  expect(older.code).toMatch(/^[BCDFGHJKMNPQRSTVWXYZ2-9]{6}$/)
  expect(newer.code).not.toBe(older.code)
  await addedChildren(teacher, older.id, ['Ana'])
  expect((await teacher.get('/api/classes')).json).toEqual([
    { ...newer, children: 0 },
    { ...older, children: 1 },
  ])
  const change = (body: unknown) => teacher.call('PATCH', `/api/classes/${older.id}`, body)
  expect((await change({ name: '3c' })).json).toEqual({ ...older, name: '3c' })
  expect((await change({ archived: true })).json).toEqual({ ...older, name: '3c', archived: true })
  expect((await teacher.get(`/api/classes/${older.id}`)).json).toMatchObject({ name: '3c', archived: true })
})

test("[ACC-17] an archived class's code no longer works, and a new code replaces an old one", async () => {
  const app = await startApp()
  const { teacher, id, code, ana, enter } = await classOfTwo(app)
  await teacher.call('PATCH', `/api/classes/${id}`, { archived: true })
  expect((await enter(ana)).status).toBe(401)
  await teacher.call('PATCH', `/api/classes/${id}`, { archived: false })
  expect((await enter(ana)).status).toBe(200)
  const { json } = await teacher.post(`/api/classes/${id}/code`)
  const fresh = (json as { code: string }).code
  expect(fresh).not.toBe(code)
  expect((await enter(ana)).status).toBe(401)
  expect((await enter(ana, { code: fresh })).status).toBe(200)
})

test('[ACC-17, ASG-15] archiving a class signs its children out, and none can sign in until it is restored', async () => {
  const app = await startApp()
  const { teacher, id, code, ana, ben, read } = await classOfTwo(app)
  const other = await madeClass(teacher, '4a')
  const [cem] = await addedChildren(teacher, other.id, ['Cem'])
  if (!cem) throw new Error('one was made')
  const [asAna, asCem] = [await signedIn(app, code, ana), await signedIn(app, other.code, cem)]
  const archive = (archived: boolean) => teacher.call('PATCH', `/api/classes/${id}`, { archived })
  const move = (child: MadeChild, classId: string) =>
    teacher.post(`/api/classes/${child.classId}/children/move`, {
      studentIds: [child.id],
      toClassId: classId,
    })
  const add = () => teacher.post(`/api/classes/${id}/children`, { names: ['Dan'] })
  await archive(true)
  expect((await asAna.get('/api/me')).status).toBe(401)
  expect((await asCem.get('/api/me')).status).toBe(200)
  for (const answer of [await add(), await move(cem, id)]) {
    expect(answer).toMatchObject({ status: 409, json: { code: 'class_archived' } })
    expect(answer.text).toContain('Unarchive it first')
  }
  const assigned = await teacher.post(`/api/classes/${id}/assignments`, {
    who: null,
    assigned: { kind: 'needs', operations: ['addition'] },
    amount: { kind: 'problems', count: 20 },
    firstDay: '2026-03-18',
    dueDay: '2026-03-20',
    lastDay: null,
    requestId: 'on-an-archived-class',
  })
  expect(assigned).toMatchObject({ status: 409, json: { code: 'class_archived' } })
  // Those inside are looked after as before.
  expect((await teacher.call('PATCH', `/api/children/${ana.id}`, { name: 'Anna' })).status).toBe(200)
  expect((await move(ben, other.id)).json).toMatchObject([{ classId: other.id }])
  expect((await read()).children.map(({ name }) => name)).toEqual(['Anna'])
  await archive(false)
  expect((await add()).status).toBe(200)
  expect((await move(cem, id)).status).toBe(200)
  await signedIn(app, code, { ...ana, name: 'Anna' })
})

test('[ACC-18] a pasted list creates children with PINs', async () => {
  const app = await startApp()
  const { teacher, id, read } = await classOfTwo(app)
  const names = ['Zoë  Müller', "D'Arcy 2", '  Núria ']
  await teacher.post(`/api/classes/${id}/pins`, { pinKind: 'pictures' })
  const made = await addedChildren(teacher, id, names)
  expect(made.map(({ name }) => name)).toEqual(['Zoë Müller', "D'Arcy 2", 'Núria'])
  for (const { pin, nickname } of made) {
    expect(pin).toEqual({
      kind: 'pictures',
      pictures: [expect.any(String), expect.any(String), expect.any(String)],
    })
    expect(nickname).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{1,2}$/)
  }
  const { children } = await read()
  expect(children.map(({ name }) => name)).toEqual(['Ana', 'Ben', "D'Arcy 2", 'Núria', 'Zoë Müller'])
  expect(JSON.stringify(children)).not.toContain('"pin"')
})

test('[ACC-18] a list is added completely or not at all, and the response says which names conflict', async () => {
  const app = await startApp()
  const { teacher, id, read } = await classOfTwo(app)
  const add = (names: unknown) => teacher.post(`/api/classes/${id}/children`, { names })
  const taken = await add(['Cleo', ' ANA', 'Dan', 'dan'])
  expect(taken).toMatchObject({ status: 409, json: { code: 'name_taken' } })
  expect(taken.text).toContain('ANA, dan')
  const tooMany = Array.from({ length: MAX_CHILDREN + 1 }, (_, index) => `Child ${index}`)
  for (const names of [[], tooMany, ['x'.repeat(41)], ['<script>'], ['.'], ['\u200b'], 'Ana']) {
    expect((await add(names)).status).toBe(400)
  }
  expect((await read()).children.map(({ name }) => name)).toEqual(['Ana', 'Ben'])
})

test('[RST-3] one call adds a list to new and existing classes, all or none, and can be repeated', async () => {
  const app = await startApp()
  const { teacher, id, code } = await classOfTwo(app)
  const stranger = await signedUp(app, 'teacher')
  const names = ['Ava S.', 'Ava T.', 'Núria']
  const made = { classId: null, name: ' Room  7', names }
  const known = { classId: id, name: '3b', names: ['Cem'] }
  const add = (classes: readonly object[], requestId = 'list', by = teacher) =>
    by.post('/api/classes/list', { classes, requestId })
  const sizes = async () =>
    ((await teacher.get('/api/classes')).json as { children: number }[]).map(({ children }) => children)
  for (const refused of [['Ava', 'ava'], ['=1+1'], ['@SUM(A1)'], ['+1'], []]) {
    expect((await add([known, { ...made, names: refused }], 'other')).status).toBeGreaterThanOrEqual(400)
  }
  const taken = await add([made, { ...known, names: ['Ana'] }], 'other')
  expect(taken).toMatchObject({ status: 409, json: { code: 'name_taken' } })
  expect((await add([known, known], 'other')).status).toBe(400)
  expect((await add([known], 'other', stranger)).status).toBe(404)
  expect(await sizes()).toEqual([2])

  expect((await add([made, known])).status).toBe(200)
  expect((await add([made, known])).json).toMatchObject({
    classes: [
      { class: { name: 'Room 7' }, children: names.map((name) => ({ name, pin: { kind: 'digits' } })) },
      { class: { id, code }, children: [{ name: 'Cem' }] },
    ],
  })
  expect((await sizes()).toSorted()).toEqual([3, 3])
})

test('[ACC-19] a child signs in with class code, name and PIN, however the first two are typed', async () => {
  const app = await startApp()
  const { code, ana, teacher, id, enter } = await classOfTwo(app)
  const typedCode = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`
  expect((await enter(ana, { code: typedCode, name: '  aNA ' })).json).toEqual({ next: 'signed_in' })
  await teacher.post(`/api/classes/${id}/pins`, { pinKind: 'pictures' })
  const [zoe] = await addedChildren(teacher, id, ['Zoë Müller'])
  if (zoe?.pin.kind !== 'pictures') throw new Error('one was made')
  // As a keyboard writes it that puts the dots behind the letter (Unicode NFD).
  expect((await enter(zoe, { name: 'zoë müller'.normalize('NFD') })).status).toBe(200)
  const [first, second, third] = zoe.pin.pictures
  expect((await enter(zoe, { pin: { kind: 'pictures', pictures: [second, first, third] } })).status).toBe(401)
  for (const pin of [
    { kind: 'digits', digits: '12345' },
    { kind: 'digits', digits: '12a4' },
    { kind: 'pictures', pictures: ['sun'] },
    '1234',
  ]) {
    expect((await enter(ana, { pin })).status).toBe(400)
  }
})

test('[ACC-18, ACC-19] a name is shown as given, and can be typed with any keyboard', async () => {
  const app = await startApp()
  const { teacher, id, read, enter } = await classOfTwo(app)
  const [noor, kai] = await addedChildren(teacher, id, ['نور\u200cالدین\u200f', 'Kaʻi–Lani'])
  if (!noor || !kai) throw new Error('two were made')
  expect((await read()).children.map(({ name }) => name)).toContain('نور\u200cالدین')
  expect((await enter(noor, { name: 'نورالدین' })).status).toBe(200)
  for (const name of ["ka'i-lani", 'kai lani', 'Kaʻi–Lani']) {
    expect((await enter(kai, { name })).status, name).toBe(200)
  }
  const again = await teacher.post(`/api/classes/${id}/children`, { names: ["KA'I-LANI"] })
  expect(again).toMatchObject({ status: 409, json: { code: 'name_taken' } })
  // What no name may be is a wrong one, as any other.
  expect((await enter(kai, { name: '<?>' })).status).toBe(401)
})

test("[ACC-2] a child's cookie ends with the browser, and its session after a day", async () => {
  const app = await startApp()
  const { code, ana } = await classOfTwo(app)
  const browser = await signedIn(app, code, ana)
  await browser.get('/api/me')
  // Which class the browser is known to (ACC-34) signs nobody in.
  const ofSession = browser.setCookies.filter((line) => !line.startsWith('tenfold.known='))
  expect(ofSession.length).toBeGreaterThan(0)
  for (const line of ofSession) {
    expect(line).not.toMatch(/max-age|expires/i)
    expect(line).toMatch(/HttpOnly.*SameSite=Lax/)
  }
  const session = await app.database.read(({ db }) =>
    db
      .selectFrom('session')
      .select(['created_at_ms', 'expires_at_ms'])
      .orderBy('created_at_ms', 'desc')
      .executeTakeFirst(),
  )
  const lasts = (session?.expires_at_ms ?? 0) - (session?.created_at_ms ?? 0)
  expect(Math.round(lasts / 60_000)).toBe(24 * 60)
})

test('[PRA-52, PRA-53] the child and the owner of its home change calm mode and the clock, and every device gets the change', async () => {
  const app = await startApp()
  const { teacher, code, ana } = await classOfTwo(app)
  const [here, there] = [await signedIn(app, code, ana), await signedIn(app, code, ana)]
  const settingsThere = async () => ((await there.get('/api/me')).json as { settings: unknown }).settings
  const ofAna = `/api/children/${ana.id}/settings`
  const both = { ...settingsFrom(null), calm: true, clock: 'hidden' }
  expect((await here.post('/api/me/settings', { calm: true })).json).toEqual({ ...both, clock: 'shown' })
  expect((await here.post('/api/me/settings', { clock: 'hidden' })).json).toEqual(both)
  expect(await settingsThere()).toEqual(both)
  expect((await teacher.get(ofAna)).json).toEqual(both)
  expect((await teacher.post(ofAna, { calm: false })).json).toEqual({ ...both, calm: false })
  expect(await settingsThere()).toEqual({ ...both, calm: false })
  for (const wrong of [{ calm: 'yes' }, { clock: 'large' }, { clock: null }]) {
    expect((await here.post('/api/me/settings', wrong)).status).toBe(400)
  }
  const data = (await teacher.get(`/api/children/${ana.id}/data`)).json
  expect(data).toMatchObject({ child: [{ settings: '{"clock":"hidden"}' }] })
})

test('[ACC-14] a student plays on the boards under the nickname, as one player on every device', async () => {
  const app = await startApp()
  const { code, ana } = await classOfTwo(app)
  const [here, there] = [await signedIn(app, code, ana), await signedIn(app, code, ana)]
  const me = (await here.get('/api/me')).json as { playerToken: string }
  expect(me).toEqual({
    id: ana.id,
    role: 'student',
    name: 'Ana',
    nickname: ana.nickname,
    color: ana.color,
    playerToken: expect.any(String),
    country: '',
    state: '',
    settings: settingsFrom(null),
    zone: expect.any(String),
  })
  expect(me.playerToken).toMatch(/^[A-Za-z0-9]{16}$/)
  expect((await there.get('/api/me')).json).toEqual(me)
  app.clock.nowMs += 60_000
  const session = beginBody({ secondsAgo: 30 })
  await there.post('/api/practice/sessions', session)
  await there.post('/api/practice/logs', attemptBody(session.id, 0))
  const finished = await there.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  expect(finished.json).toMatchObject({ board: { counted: true, rank: 1 } })
  const board = await app.get(`/api/guest/leaderboard?league=addition_facts&sessionToken=${me.playerToken}`)
  expect(board.json).toMatchObject({ entries: [{ nickname: ana.nickname, guestSessionId: me.playerToken }] })
  expect((await app.get('/api/guest/leaderboard?league=addition_facts')).text).not.toContain('Ana"')
})

test('[SIN-1] a class code lists the animals of the class, without names, and an animal signs its child in', async () => {
  const app = await startApp()
  const { code, ana } = await classOfTwo(app)
  const { json, text } = await app.post('/api/account/child/class', { code })
  const { children } = json as { children: { card: string; animal: string; color: string }[] }
  expect(children).toHaveLength(2)
  for (const secret of ['Ana', ana.id, ana.nickname]) expect(text).not.toContain(secret)
  const own = children.find(({ animal, color }) => animal === animalOf(ana.nickname) && color === ana.color)
  const entry = { code, card: own?.card, pin: ana.pin }
  expect((await new Browser(app).post('/api/account/child/sign-in', entry)).status).toBe(200)
})

test('[LB-90] a student competes for the state it chose, on every device', async () => {
  const app = await startApp()
  const { code, ana } = await classOfTwo(app)
  const [here, there] = [await signedIn(app, code, ana), await signedIn(app, code, ana)]
  const { playerToken: sessionToken } = (await here.get('/api/me')).json as { playerToken: string }
  const choice = { sessionToken, nickname: ana.nickname, country: 'US', state: 'Ohio' }
  expect((await here.post('/api/guest/session', choice)).status).toBe(200)
  expect((await there.get('/api/me')).json).toMatchObject({ country: 'US', state: 'Ohio' })
  app.clock.nowMs += 60_000
  const session = beginBody({ secondsAgo: 30 })
  await there.post('/api/practice/sessions', session)
  await there.post('/api/practice/logs', attemptBody(session.id, 0))
  await there.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  const board = await app.get('/api/guest/state-leaderboard?league=addition_facts')
  expect(board.json).toMatchObject([{ state: 'Ohio', playerCount: 1 }])
})

test('[ACC-20] a child can be renamed and moved to another class of its teacher', async () => {
  const app = await startApp()
  const { teacher, ana, ben, read, enter } = await classOfTwo(app)
  const rename = (name: string) => teacher.call('PATCH', `/api/children/${ana.id}`, { name })
  expect(await rename('BEN')).toMatchObject({ status: 409, json: { code: 'name_taken' } })
  expect((await rename(' Anna ')).json).toMatchObject({ id: ana.id, name: 'Anna' })
  expect((await enter(ana)).status).toBe(401)
  expect((await enter(ana, { name: 'anna' })).status).toBe(200)
  const other = await madeClass(teacher, '4a')
  const body = { studentIds: [ben.id], toClassId: other.id }
  const moved = await teacher.post(`/api/classes/${ben.classId}/children/move`, body)
  expect(moved.json).toMatchObject([{ id: ben.id, classId: other.id }])
  expect((await enter(ben)).status).toBe(401)
  expect((await enter(ben, { code: other.code })).status).toBe(200)
  expect((await read()).children.map(({ name }) => name)).toEqual(['Anna'])
})

test('[ACC-20] a new PIN invalidates the old one, signs the child out everywhere and ends its wait', async () => {
  const app = await startApp()
  const { teacher, code, ana, enter } = await classOfTwo(app)
  const browser = await signedIn(app, code, ana)
  const wrong = { kind: 'pictures', pictures: ['sun', 'sun', 'sun'] }
  for (let call = 0; call < 6; call += 1) await enter(ana, { pin: wrong })
  expect((await enter(ana)).status).toBe(429)
  const { json } = await teacher.post(`/api/children/${ana.id}/pin`)
  const reset = json as MadeChild
  expect(reset).toMatchObject({ id: ana.id, pinKind: 'digits', pin: { kind: 'digits' } })
  expect(reset.pin).not.toEqual(ana.pin)
  expect((await browser.get('/api/me')).status).toBe(401)
  expect((await enter(ana)).status).toBe(401)
  expect((await enter(ana, { pin: reset.pin })).status).toBe(200)
})

test('[ACC-21] a child without another adult is deleted when it leaves its class, with everything it played', async () => {
  const app = await startApp()
  const { teacher, id, code, ana, ben, read } = await classOfTwo(app)
  const browser = await signedIn(app, code, ana)
  const { playerToken } = (await browser.get('/api/me')).json as { playerToken: string }
  const score = {
    league: 'addition_facts',
    score: 10,
    problemsSolved: 4,
    correctAnswers: 2,
    averageTime: 900,
    speedBonus: 0,
  }
  await browser.post('/api/guest/score', { sessionToken: playerToken, ...score })
  const path = (child: MadeChild, classId = id): string => `/api/classes/${classId}/children/${child.id}`
  const other = await madeClass(teacher, '4a')
  const remove = (at: string) => teacher.call('DELETE', at, { toParent: null })
  expect((await remove(path(ana, other.id))).status).toBe(404)
  expect((await remove(path(ana))).json).toEqual({ removed: 'deleted' })
  expect((await remove(path(ana))).status).toBe(404)
  expect((await browser.get('/api/me')).status).toBe(401)
  expect((await read()).children.map(({ name }) => name)).toEqual(['Ben'])
  expect(await sqlGuestStore(app.database).find(tokenHash(playerToken))).toBeNull()
  await signedIn(app, code, ben)
})
