import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

const TABLES = ['children', 'sets', 'days', 'weeks', 'assignments', 'sessions', 'facts']

/** A class of two, one of whom has practiced; a spreadsheet would take one of the names for a formula. */
async function practicedClass(app: RunningApp) {
  app.clock.nowMs -= 3_600_000
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher, '3b')
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', '-Benny'])
  if (!ana || !ben) throw new Error('two were added')
  const assignment = {
    assigned: { kind: 'sets', sets: ['add_doubles', 'add_across_10'] },
    who: null,
    amount: { kind: 'problems', count: 20 },
    firstDay: '2026-03-18',
    dueDay: '2026-03-20',
    lastDay: null,
  }
  const made = await teacher.post(`/api/classes/${classId}/assignments`, assignment)
  const { id } = made.json as { id: string }
  const excused = { round: '2026-03-18', change: 'excuse' }
  expect((await teacher.post(`/api/assignments/${id}/children/${ana.id}`, excused)).status).toBe(200)
  app.clock.nowMs += 3_600_000
  const child = await signedIn(app, code, ana)
  const session = beginBody()
  await child.post('/api/practice/sessions', session)
  const attempts = [0, 1].map((place) => attemptBody(session.id, place))
  await child.post('/api/practice/logs', { attempts })
  await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  return { teacher, classId, ana, ben }
}

/** Downloads an archive and unpacks it. */
async function unzipped(app: RunningApp, adult: Browser, path: string) {
  const response = await fetch(app.url + path, { headers: { cookie: adult.cookies } })
  expect(response.status).toBe(200)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  for (const [name, bytes] of Object.entries(files)) {
    // The mark of UTF-8, which `strFromU8` drops.
    const isMarked = Buffer.from(bytes.subarray(0, 3)).toString('hex') === 'efbbbf'
    expect(isMarked, name).toBe(name.endsWith('.csv'))
  }
  const texts = new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  const lines = (file: string): string[] => (texts.get(`${file}.csv`) ?? '').split('\r\n').slice(0, -1)
  return { headers: response.headers, texts, lines }
}

test('[RET-2] a class is one ZIP of CSV files with a README that explains every column', async () => {
  const app = await startApp()
  const { teacher, classId, ana } = await practicedClass(app)
  const { headers, texts, lines } = await unzipped(app, teacher, `/api/classes/${classId}/export/names`)
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toBe('attachment; filename="tenfold-class.zip"')
  expect(headers.get('cache-control')).toContain('no-store')
  expect([...texts.keys()]).toEqual(['README.txt', ...TABLES.map((name) => `${name}.csv`)])
  expect(lines('children')).toEqual([
    'child,nickname,added_at,practice_days,last_practice_day,facts_known',
    expect.stringMatching(/^'-Benny,\w+,2026-03-18T18:00:00\.000Z,0,,0$/),
    `Ana,${ana.nickname},2026-03-18T18:00:00.000Z,1,2026-03-18,0`,
  ])
  expect(lines('sets')).toEqual([
    'child,set,name,facts,tried,known,fluent',
    'Ana,add_count_on,"Count on 1, 2, 3",63,2,0,0',
    'Ana,add_doubles,Doubles,10,1,0,0',
    'Ana,add_near_doubles,Near doubles,18,1,0,0',
    'Ana,add_to_10,Sums up to 10,45,2,0,0',
    'Ana,add_all,All addition facts,134,2,0,0',
  ])
  expect(lines('days')).toEqual([
    'child,day,seconds,sessions,points,answers',
    expect.stringMatching(/^Ana,2026-03-18,\d+,1,10,2$/),
  ])
  expect(lines('weeks')).toEqual(['child,week,days,seconds,points,answers,facts_known,facts_fluent'])
  expect(lines('assignments')).toEqual([
    'child,assigned,round,amount,unit,done_at,excused',
    'Ana,sets add_doubles add_across_10,2026-03-18,,problems,,yes',
  ])
  expect(lines('sessions')).toEqual([
    'child,started_at,completed_at,practiced,problems,answered,right,points,seconds',
    expect.stringMatching(/^Ana,2026-03-18T[\d:.]+Z,2026-03-18T19:00:00\.000Z,addition_facts,20,2,2,10,\d+$/),
  ])
  expect(lines('facts')).toEqual([
    'child,fact,operation,first_number,second_number,answer,state,asked,right,last_asked_on',
    'Ana,addition-1-1,addition,1,1,2,learning,1,1,2026-03-18',
    'Ana,addition-1-2,addition,1,2,3,learning,1,1,2026-03-18',
  ])
  const readme = texts.get('README.txt') ?? ''
  expect(readme).toMatch(/^Tenfold: 3b\r\nExported at 2026-03-18T19:00:00\.000Z\. Children: 2\.\r\n/)
  for (const table of TABLES) {
    const part = readme.slice(readme.indexOf(`\r\n${table}.csv\r\n`))
    for (const column of lines(table)[0]?.split(',') ?? []) expect(part).toContain(`  - ${column}: `)
  }
})

test('[RET-2] with numbers no file contains a name, a nickname or an id', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await practicedClass(app)
  const { texts, lines } = await unzipped(app, teacher, `/api/classes/${classId}/export/numbers`)
  const all = [...texts.values()].join('\n')
  for (const secret of [ana.name, 'Benny', ana.nickname, ben.nickname, ana.id, classId, '3b']) {
    expect(all).not.toContain(secret)
  }
  expect(lines('children').map((line) => line.split(',')[0])).toEqual(['child', '1', '2'])
  // Children are added in the order of a class list.
  expect(lines('children')[0]).toBe('child,practice_days,last_practice_day,facts_known')
  const numberOfAna = ana.id < ben.id ? '1' : '2'
  expect(lines('facts').map((line) => line.split(',')[0])).toEqual(['child', numberOfAna, numberOfAna])
})

test('[RET-2, RET-4] each child of an exported class or family has a row in the access log, and no other child has', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await practicedClass(app)
  const [cleo] = await addedChildren(teacher, (await madeClass(teacher, '3c')).id, ['Cleo'])
  const parent = await signedUp(app, 'parent')
  await parent.post('/api/children', { name: 'Kim' })
  const linked = await teacher.post(`/api/children/${cleo?.id}/link-code`)
  await parent.post('/api/children/link', { code: (linked.json as { code: string }).code })
  await unzipped(app, teacher, `/api/classes/${classId}/export/numbers`)
  const family = await unzipped(app, parent, '/api/children/export/names')
  expect(family.lines('children').map((line) => line.split(',')[0])).toEqual(['child', 'Kim'])
  expect(family.texts.get('README.txt')).toMatch(/^Tenfold: exported children\r\n/)
  const exported = ((await everyTable(app.database)).get('child_access') ?? []).filter(
    ({ kind }) => kind === 'export',
  )
  const kim = exported.find(({ role }) => role === 'parent')
  expect(exported.map((row) => row['student_id']).toSorted()).toEqual(
    [ana.id, ben.id, String(kim?.['student_id'])].toSorted(),
  )
})

test('[RET-3] before a deletion the owner of a child’s home sees what would be lost, by child and by class', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await practicedClass(app)
  await madeClass(teacher, 'empty')
  await teacher.call('PATCH', `/api/classes/${classId}`, { archived: true })
  expect((await teacher.get(`/api/children/${ana.id}/losses`)).json).toEqual({
    children: 1,
    practiceDays: 1,
    factsKnown: 0,
  })
  expect((await teacher.get(`/api/children/${ben.id}/losses`)).json).toMatchObject({ practiceDays: 0 })
  expect((await teacher.get('/api/account/losses')).json).toEqual([
    { classId, name: '3b', isFamily: false, children: 2, practiceDays: 1, factsKnown: 0 },
  ])
  const parent = await signedUp(app, 'parent')
  expect((await parent.get('/api/account/losses')).json).toEqual([])
  await parent.post('/api/children', { name: 'Kim' })
  expect((await parent.get('/api/account/losses')).json).toMatchObject([
    { name: '', isFamily: true, children: 1, practiceDays: 0, factsKnown: 0 },
  ])
})
