import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { monthsAfter } from '../../domain/retention.ts'
import { newId } from '../../server/account/account.ts'
import { playerTokens } from '../../server/account/player-tokens.ts'
import type { Mail, MailOutcome } from '../../server/account/port.ts'
import { secretRandomBelow } from '../../server/account/random-below.ts'
import { runRetentionPolicy } from '../../server/account/retention-policy.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { createLog } from '../../server/ops/log.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { accountsOver, NOON_MS, startApp, type RunningApp } from '../factories/app.ts'
import { everyTable } from '../factories/every-table.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'

const DAY_MS = 86_400_000

type Deliver = (mail: Mail, nowMs: number) => MailOutcome

/** The policy over an app's own clock, and the mails it sends; `deliver` is null if the installation sends none. */
function policyOver(app: RunningApp, deliver: Deliver | null = () => 'sent') {
  const mails: Mail[] = []
  const logged: string[] = []
  const accounts = accountsOver(app.database)
  const run = (): Promise<void> =>
    runRetentionPolicy(
      {
        ...accounts,
        store: accounts.policy,
        dataKeysOf: playerTokens({ ...accounts, tokenHash }).dataKeysOf,
        deliver:
          deliver &&
          (async (_kind, mail) => {
            mails.push(mail)
            return deliver(mail, app.clock.nowMs)
          }),
        siteName: 'Tenfold',
        publicUrl: 'https://ten.school.example',
        randomBelow: secretRandomBelow,
        newId,
        now: () => app.clock.nowMs,
        log: createLog('info', { write: (line: string) => void logged.push(line) }),
      },
      new AbortController().signal,
    )
  const on = async (atMs: number): Promise<readonly Mail[]> => {
    app.clock.nowMs = atMs
    await run()
    return mails.splice(0)
  }
  return { run, on, logged }
}

const tableOf = async (app: RunningApp, name: string) => (await everyTable(app.database)).get(name) ?? []
const namesOf = async (app: RunningApp) =>
  (await tableOf(app, 'student')).map((row) => String(row['display_name'])).toSorted()
const months = (count: number): number => monthsAfter(NOON_MS, count)

async function change(app: RunningApp, text: string): Promise<void> {
  await app.database.write(({ db }) => sql.raw(text).execute(db))
}

/** Who opens a page is seen. */
async function school(app: RunningApp) {
  const teacher = await signedUp(app, 'teacher')
  const { id: classId, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, classId, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  await teacher.get('/api/me')
  return { teacher, classId, code, ana, ben }
}

test('[RET-6] deletes unused children after 13 months, with emails at 11 and 12 that name no child', async () => {
  const app = await startApp()
  const { classId } = await school(app)
  const { on } = policyOver(app)
  expect(await on(months(11) - DAY_MS)).toEqual([])
  const [first, ...others] = await on(months(11) + DAY_MS)
  expect(others).toEqual([])
  expect(first?.text).toContain('April 18, 2027: 2 children’s accounts in 3b')
  expect(first?.text).not.toMatch(/Ana|Ben/)
  // The job runs every hour; a warning is given once.
  expect(await on(months(11) + 2 * DAY_MS)).toEqual([])
  expect(await on(months(12) + DAY_MS)).toHaveLength(1)
  await on(months(13) - DAY_MS)
  expect(await namesOf(app)).toEqual(['Ana', 'Ben'])
  expect(await on(months(13) + DAY_MS)).toEqual([])
  expect(await namesOf(app)).toEqual([])
  const deletions = (await tableOf(app, 'child_access')).filter((row) => row['kind'] === 'deletion')
  expect(deletions).toMatchObject([
    { role: 'policy', home_id: classId },
    { role: 'policy', home_id: classId },
  ])
  expect(await tableOf(app, 'retention_warning')).toEqual([])
})

test('[RET-6] a visit by an adult, or by the child, restarts the time, and the page says until when a child is kept', async () => {
  const app = await startApp()
  const { teacher, code, ana, ben } = await school(app)
  const { on } = policyOver(app)
  const kept = async (id: string) =>
    ((await teacher.get(`/api/children/${id}/kept-until`)).json as { keptUntil: number }).keptUntil
  expect(await kept(ana.id)).toBe(months(13))
  app.clock.nowMs = NOON_MS + 5 * DAY_MS
  const child = await signedIn(app, code, ana)
  await child.get('/api/me')
  expect(await kept(ana.id)).toBe(monthsAfter(NOON_MS + 5 * DAY_MS, 13))
  expect(await kept(ben.id)).toBe(months(13))
  await on(months(11) + DAY_MS)
  await on(months(12) + DAY_MS)
  await on(months(13) + DAY_MS)
  expect(await namesOf(app)).toEqual(['Ana'])
})

test('[RET-6] without email the warnings still count, and a server that was down deletes nobody at once', async () => {
  const app = await startApp()
  await school(app)
  const { on } = policyOver(app, null)
  await on(months(30))
  await on(months(30) + DAY_MS)
  expect(await namesOf(app)).toHaveLength(2)
  await on(months(30) + 29 * DAY_MS)
  await on(months(30) + 30 * DAY_MS)
  expect(await namesOf(app)).toHaveLength(2)
  await on(months(30) + 58 * DAY_MS)
  expect(await namesOf(app)).toEqual([])
})

/** The day on which the job, which runs every day, has deleted everybody; null if it never does. */
async function dayOfDeletion(app: RunningApp, deliver: Deliver, lastMonth: number): Promise<number | null> {
  const { on } = policyOver(app, deliver)
  for (let atMs = months(11) + DAY_MS; atMs < months(lastMonth); atMs += DAY_MS) {
    await on(atMs)
    if ((await namesOf(app)).length === 0) return atMs
  }
  return null
}

test.each<[string, Deliver, number]>([
  ['a mailbox that takes every email', () => 'sent', 0],
  ['an address that is refused for ever', () => 'refused', 0],
  ['a server that fails in the first week', (_, at) => (at < months(11) + 7 * DAY_MS ? 'failed' : 'sent'), 5],
  [
    'a server that fails before each of them',
    (_, at) => (at % (30 * DAY_MS) < 9 * DAY_MS ? 'failed' : 'sent'),
    20,
  ],
  ['a mailbox that never takes an email', () => 'failed', 28],
  ['a server that never confirms an email', () => 'unconfirmed', 28],
])('[RET-6] %s: the children are deleted in time', async (_what, deliver, daysLate) => {
  const app = await startApp()
  await school(app)
  const day = (await dayOfDeletion(app, deliver, 16)) ?? Number.POSITIVE_INFINITY
  expect(day).toBeGreaterThanOrEqual(months(13))
  expect(day).toBeLessThanOrEqual(months(13) + daysLate * DAY_MS)
})

test('[RET-6] a failure counts for its own deadline only: whoever comes back is warned anew for a month', async () => {
  const app = await startApp()
  await school(app)
  const { on } = policyOver(app, () => 'failed')
  await on(months(11) + DAY_MS)
  const backMs = months(11) + 2 * DAY_MS
  await change(app, `update person_seen set seen_at_ms = ${backMs}`)
  await on(monthsAfter(backMs, 11) + DAY_MS)
  await on(monthsAfter(backMs, 11) + 2 * DAY_MS)
  const steps = (await tableOf(app, 'retention_warning')).map((row) => [row['step'], row['at_ms']])
  expect(steps).toEqual([
    ['failing', monthsAfter(backMs, 11) + DAY_MS],
    ['failing', monthsAfter(backMs, 11) + DAY_MS],
  ])
})

test('[RET-6] with two adults, one who gets the email is enough, and one who may still get it is waited for', async () => {
  const app = await startApp()
  const { teacher, ana } = await school(app)
  const parent = await signedUp(app, 'parent')
  const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', { code: (json as { code: string }).code })
  const emails: string[] = []
  let others: MailOutcome = 'failed'
  const { on } = policyOver(app, ({ to }) => {
    if (!emails.includes(to)) emails.push(to)
    return to === emails[0] ? 'refused' : others
  })
  const firstOf = async (id: string) =>
    (await tableOf(app, 'retention_warning')).find((row) => row['person_id'] === id)?.['step']
  await on(months(11) + DAY_MS)
  expect(await firstOf(ana.id)).toBe('failing')
  others = 'sent'
  await on(months(11) + 2 * DAY_MS)
  expect(await firstOf(ana.id)).toBe('first')
})

test('[RET-6] children of a class archived long ago move to an active linked parent, or are deleted', async () => {
  const app = await startApp()
  const { teacher, classId, ana } = await school(app)
  const parent = await signedUp(app, 'parent')
  const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', { code: (json as { code: string }).code })
  await teacher.call('PATCH', `/api/classes/${classId}`, { archived: true })
  const { on } = policyOver(app)
  // Archived in March 2026: the school year ends with July, and 13 months later is September 1, 2027.
  const end = Date.parse('2027-09-01T00:00:00Z')
  await change(app, `update person_seen set seen_at_ms = ${monthsAfter(end, -3)}`)
  expect(await on(monthsAfter(end, -2) + DAY_MS)).toHaveLength(2)
  expect(await on(monthsAfter(end, -1) + DAY_MS)).toHaveLength(2)
  await on(end + DAY_MS)
  expect(await namesOf(app)).toEqual(['Ana'])
  const homes = await tableOf(app, 'school_class')
  const home = homes.find((row) => row['kind'] === 'family')
  expect((await tableOf(app, 'student'))[0]).toMatchObject({ class_id: home?.['id'] })
})

test('[RET-6] a child that cannot be moved, because the family is full, stays and is not counted or recorded as moved', async () => {
  const app = await startApp()
  const { teacher, classId, ana, ben } = await school(app)
  await teacher.call('DELETE', `/api/children/${ben.id}`)
  const parent = await signedUp(app, 'parent')
  const { json } = await teacher.post(`/api/children/${ana.id}/link-code`)
  await parent.post('/api/children/link', { code: (json as { code: string }).code })
  // Their visit keeps the family's own children, so the family stays full.
  await parent.get('/api/me')
  for (let child = 0; child < MAX_CHILDREN; child += 1) {
    expect((await parent.post('/api/children', { name: `Kim ${child}` })).status).toBe(200)
  }
  await teacher.call('PATCH', `/api/classes/${classId}`, { archived: true })
  const { on, logged } = policyOver(app)
  const end = Date.parse('2027-09-01T00:00:00Z')
  await change(app, `update person_seen set seen_at_ms = ${monthsAfter(end, -3)}`)
  await on(monthsAfter(end, -2) + DAY_MS)
  await on(monthsAfter(end, -1) + DAY_MS)
  logged.length = 0
  await on(end + DAY_MS)
  const events = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events).toMatchObject([{ event: 'retention_not_moved', reason: 'full' }])
  expect((await tableOf(app, 'student')).find((row) => row['display_name'] === 'Ana')).toMatchObject({
    class_id: classId,
  })
  const byPolicy = (await tableOf(app, 'child_access')).filter((row) => row['role'] === 'policy')
  expect(byPolicy).toEqual([])
})

test('[RET-6] an adult without children at home is deleted after 24 months without a visit; one with children is not', async () => {
  const app = await startApp()
  await signedUp(app, 'parent')
  const { ana } = await school(app)
  // better-auth has a clock of its own.
  await change(app, `update "user" set created_at_ms = ${NOON_MS}`)
  const { on } = policyOver(app)
  for (const month of [22, 23, 24]) {
    await change(app, `update person_seen set seen_at_ms = ${months(month)} where user_id = '${ana.id}'`)
    const own = (await on(months(month) + DAY_MS)).filter(({ text }) => text.includes('your own account'))
    expect(own).toHaveLength(month === 24 ? 0 : 1)
  }
  const roles = (await tableOf(app, 'user')).map((row) => row['role'])
  expect(roles).not.toContain('parent')
  expect(roles).toContain('teacher')
})

test('[RET-7] deletes answers after 400 days; what a child knows, and the sums of days and weeks, stay', async () => {
  const app = await startApp()
  const { code, ana } = await school(app)
  const { run } = policyOver(app)
  const child = await signedIn(app, code, ana)
  app.clock.nowMs += 30_000
  const session = beginBody({ secondsAgo: 30 })
  await child.post('/api/practice/sessions', session)
  await child.post('/api/practice/logs', { attempts: [0, 1].map((place) => attemptBody(session.id, place)) })
  await child.call('PATCH', `/api/practice/sessions/${session.id}`, {})
  const before = await tableOf(app, 'fact_fluency')
  // March 18, 2026 is a Wednesday: its week is summed when it is over.
  await run()
  expect(await tableOf(app, 'student_week')).toEqual([])
  app.clock.nowMs += 7 * DAY_MS
  await run()
  const week = {
    student_id: ana.id,
    week: '2026-03-16',
    days: 1,
    points: 10,
    attempts: 2,
    known: 0,
    fluent: 0,
  }
  expect(await tableOf(app, 'student_week')).toMatchObject([week])
  app.clock.nowMs = NOON_MS + 400 * DAY_MS
  await run()
  expect(await tableOf(app, 'attempt')).toHaveLength(2)
  app.clock.nowMs += 1
  await run()
  expect(await tableOf(app, 'attempt')).toEqual([])
  expect(await tableOf(app, 'student_session')).toEqual([])
  expect(await tableOf(app, 'fact_fluency')).toEqual(before)
  expect(await tableOf(app, 'student_day')).toHaveLength(1)
  expect(await tableOf(app, 'student_week')).toMatchObject([week])
})
