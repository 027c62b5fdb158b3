import { expect, test } from 'vitest'
import type { WeeklyMailSettings } from '../../contract/weekly-report.ts'
import {
  addedChildren,
  madeClass,
  PASSWORD,
  signedIn,
  signedUp,
  type MadeChild,
} from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import type { WeekReport } from '../../domain/school/weekly-report.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { MailQueue } from '../../server/account/mail-queue.ts'
import { smtpMail } from '../../server/account/smtp-mail.ts'
import { createLog } from '../../server/ops/log.ts'
import { mailServer } from '../factories/mail-server.ts'
import { UNCONFIRMED } from '../../server/account/port.ts'
import type { MailServerOptions } from '../factories/open-mail-server.ts'
import { appWithWeeklyMails, confirmedAdult, PUBLIC_URL } from '../factories/weekly-mails.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const ZONE = 'America/New_York'
/** Sunday, 22 March 2026, 16:00 in New York. */
const SUNDAY_MS = Date.UTC(2026, 2, 22, 20)
const SENT_MS = SUNDAY_MS + 30 * MINUTE_MS
const PATH = '/api/children/weekly-email'

const settingsOf = async (parent: Browser): Promise<WeeklyMailSettings> =>
  (await parent.get(PATH)).json as WeeklyMailSettings

/** A parent with own children who has turned the email on. */
async function familyWithMail(names: readonly string[] = ['Kim'], options: MailServerOptions = {}) {
  const world = await appWithWeeklyMails(options)
  const { browser: parent, email } = await confirmedAdult(world.app, world.mails, 'parent')
  const children: MadeChild[] = []
  let code = ''
  for (const name of names) {
    const { json } = await parent.post('/api/children', { name, zone: ZONE })
    const made = json as { code: string; children: MadeChild[] }
    children.push(...made.children)
    code = made.code
  }
  const put = (change: object = {}) =>
    parent.post(PATH, {
      isOn: true,
      zone: ZONE,
      firstNames: true,
      childIds: children.map(({ id }) => id),
      ...change,
    })
  expect((await put()).status).toBe(200)
  /** So many problems of a child, on another day. */
  const practice = async (child: MadeChild, atMs: number) => {
    world.app.clock.nowMs = atMs
    const browser = await signedIn(world.app, code, child)
    const session = beginBody()
    expect((await browser.post('/api/practice/sessions', session)).status).toBe(200)
    world.app.clock.nowMs = atMs + 2 * MINUTE_MS
    const attempts = Array.from({ length: 12 }, (_, place) =>
      attemptBody(session.id, place, { responseTime: 2000 + (place % 5) * 310, secondsAgo: 100 - 8 * place }),
    )
    expect((await browser.post('/api/practice/logs', { attempts })).status).toBe(200)
  }
  return { ...world, parent, email, children, put, practice }
}

/** Weekly emails received so far. */
const weekly = (texts: readonly { readonly text: string }[]): string[] =>
  texts.map(({ text }) => text).filter((text) => text.includes('Subject: This week in math facts'))

/** An email without its links, whose random tokens may contain a short name. */
const wordsOf = (mail = ''): string => mail.replaceAll(/https:\S+/g, '')

test('[DIG-2, DIG-3, DIG-4, DIG-6] on Sunday between 16:00 and 16:30 one email comes with all children, and it comes once', async () => {
  const { sendAt, mails, email, children, practice } = await familyWithMail(['Kim', 'Ana'])
  const [kim] = children
  if (kim) await practice(kim, SUNDAY_MS - 3 * DAY_MS)
  expect((await sendAt(SUNDAY_MS - 1000)).mails).toBe(0)
  expect((await sendAt(SENT_MS)).mails).toBe(1)
  expect((await sendAt(SENT_MS + MINUTE_MS)).mails).toBe(0)
  expect((await sendAt(SENT_MS + DAY_MS)).mails).toBe(0)
  const [mail = ''] = weekly(mails.received)
  expect(mails.received.at(-1)?.to).toEqual([email])
  expect(mail).toContain('Kim practiced on 1 day.')
  expect(mail).toContain('No practice this week.')
  // One text of the game is enough.
  expect(mail.split('Content-Type: text/html')[0]?.match(/How to play:/g)).toHaveLength(1)
  expect(mail).toContain('The same game as above.')
  expect(mail).toContain(`${PUBLIC_URL}/weekly-report`)
  expect(mail).toMatch(/Content-Type: text\/plain/)
  expect(mail).toMatch(/Content-Type: text\/html/)
  expect(mail).toMatch(/List-Unsubscribe:\s+<https:\/\/tenfold\.example\/api\/weekly-email\/off\/\S+>/)
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(wordsOf(mail)).not.toMatch(/<img|points|rank|%/i)
})

test('[DIG-2] after an outage it comes up to 36 hours late, and then not at all', async () => {
  const { sendAt } = await familyWithMail()
  expect((await sendAt(SUNDAY_MS + 35 * 3_600_000)).mails).toBe(1)
  expect((await sendAt(SUNDAY_MS + 7 * DAY_MS + 37 * 3_600_000)).mails).toBe(0)
  expect((await sendAt(SUNDAY_MS + 14 * DAY_MS + 30 * MINUTE_MS)).mails).toBe(1)
})

/** An email as it was written, without the line ends of its transfer. */
const unwrapped = (mail = ''): string => mail.replace(/=\r?\n/g, '')

/** A child's part of the page of weeks, without its assignments. */
const weeksOf = async (parent: Browser) => {
  const { json } = await parent.get('/api/children/weeks')
  return (json as { children: { weeks: WeekReport[] }[] }).children[0]?.weeks ?? []
}

test('[DIG-7, DIG-12] an email and the page say the same of the same week, Monday to Sunday', async () => {
  const { sendAt, mails, parent, children, practice } = await familyWithMail()
  const [kim] = children
  // On the Sunday before the email's week, on its Monday and on its Sunday.
  for (const days of [0, 1, 7]) if (kim) await practice(kim, SUNDAY_MS + days * DAY_MS - 3_600_000)
  await sendAt(SENT_MS + 7 * DAY_MS)
  const [now, before] = await weeksOf(parent)
  expect([now?.practicedDays, before?.practicedDays]).toEqual([2, 1])
  const mail = unwrapped(weekly(mails.received)[0])
  expect(mail).toContain('Monday, March 23 to Sunday, March 29')
  expect(mail).toContain('Kim practiced on 2 days.')
})

test('[DIG-5, DIG-12] practice after the email on Sunday is on the page of that week, and keeps emails from pausing', async () => {
  const { sendAt, mails, parent, children, practice } = await familyWithMail()
  const [kim] = children
  for (const week of [0, 1, 2, 3]) {
    expect((await sendAt(SENT_MS + week * 7 * DAY_MS)).mails).toBe(1)
    if (kim) await practice(kim, SUNDAY_MS + week * 7 * DAY_MS + 3 * 3_600_000)
  }
  expect((await weeksOf(parent)).slice(0, 4).map(({ practicedDays }) => practicedDays)).toEqual([1, 1, 1, 1])
  const all = weekly(mails.received).map(unwrapped)
  expect(all.filter((text) => text.includes('No practice this week.'))).toHaveLength(4)
  expect(all.filter((text) => text.includes('pausing these emails'))).toEqual([])
  expect(await settingsOf(parent)).toMatchObject({ isPaused: false })
})

test('[DIG-2] changing settings while an email is due neither drops it nor sends it twice', async () => {
  const { app, sendAt, mails, put } = await familyWithMail()
  app.clock.nowMs = SENT_MS
  await put({ firstNames: false })
  expect((await sendAt(SENT_MS)).mails).toBe(1)
  expect(wordsOf(weekly(mails.received)[0])).not.toContain('Kim')
  await put()
  expect((await sendAt(SENT_MS + MINUTE_MS)).mails).toBe(0)
  // Turned on when it would be due, it begins a week later.
  await put({ isOn: false })
  app.clock.nowMs = SENT_MS + 7 * DAY_MS
  await put()
  expect((await sendAt(SENT_MS + 7 * DAY_MS)).mails).toBe(0)
})

test('[DIG-2] an email is sent again only if its connection broke before the mail server had all of it', async () => {
  const server: { breaks: 'before_message' | 'after_message' | null } = { breaks: null }
  const { sendAt, mails, lines } = await familyWithMail(['Kim'], {
    breaks: () => server.breaks,
  })
  server.breaks = 'before_message'
  expect(await sendAt(SENT_MS)).toEqual({ mails: 0, isDown: false })
  expect(weekly(mails.received)).toHaveLength(0)
  server.breaks = 'after_message'
  await sendAt(SENT_MS + 15 * MINUTE_MS)
  expect(weekly(mails.received)).toHaveLength(1)
  expect(lines.join('')).toContain(UNCONFIRMED)
  server.breaks = null
  expect((await sendAt(SENT_MS + 30 * MINUTE_MS)).mails).toBe(0)
  expect((await sendAt(SENT_MS + 7 * DAY_MS)).mails).toBe(1)
  // Each week has its own id.
  const ids = weekly(mails.received).map((mail) => /^Message-ID:\s+(<\S+@tenfold\.example>)/m.exec(mail)?.[1])
  expect(ids).toEqual([expect.stringContaining('2026-03-16'), expect.stringContaining('2026-03-23')])
})

test('[DIG-2] parents get it at their own local time', async () => {
  const { sendAt, put } = await familyWithMail()
  await put({ zone: 'Europe/Berlin' })
  expect((await sendAt(Date.UTC(2026, 2, 22, 14, 59))).mails).toBe(0)
  expect((await sendAt(Date.UTC(2026, 2, 22, 15, 30))).mails).toBe(1)
  await put({ zone: ZONE })
  expect((await sendAt(SENT_MS)).mails).toBe(0)
})

test('[DIG-2] on a Sunday whose clocks change it comes once, by the new time', async () => {
  const { sendAt, put } = await familyWithMail()
  await put({ zone: 'Europe/Berlin' })
  expect((await sendAt(Date.UTC(2026, 2, 29, 13, 59))).mails).toBe(0)
  expect((await sendAt(Date.UTC(2026, 2, 29, 14, 30))).mails).toBe(1)
  expect((await sendAt(Date.UTC(2026, 2, 29, 15, 30))).mails).toBe(0)
  expect((await sendAt(Date.UTC(2026, 9, 25, 14, 59))).mails).toBe(0)
  expect((await sendAt(Date.UTC(2026, 9, 25, 15, 30))).mails).toBe(1)
  expect((await sendAt(Date.UTC(2026, 9, 25, 16, 30))).mails).toBe(0)
})

test('[DIG-1] it is off until the parent turns it on, for the chosen children, with names or without', async () => {
  const { sendAt, mails, parent, children, put } = await familyWithMail(['Kim', 'Ana'])
  await put({ isOn: false })
  expect((await sendAt(SENT_MS)).mails).toBe(0)
  const [, ana] = children
  const { json } = await put({ childIds: [ana?.id ?? ''], firstNames: false })
  expect(json).toMatchObject({ state: 'on', firstNames: false, children: [{ isIn: true }, { isIn: false }] })
  expect(await settingsOf(parent)).toEqual(json)
  // Turned on after the time of sending, it begins with the next week.
  expect((await sendAt(SENT_MS + MINUTE_MS)).mails).toBe(0)
  expect((await sendAt(SENT_MS + 7 * DAY_MS)).mails).toBe(1)
  const [mail = ''] = weekly(mails.received)
  expect(wordsOf(mail)).not.toMatch(/Kim|Ana/)
  expect(mail.match(/How to play:/g)).toHaveLength(2)
})

test('[DIG-1] without a mail server, or with an unconfirmed address, it cannot be turned on', async () => {
  const app = await startApp()
  const parent = await signedUp(app, 'parent')
  expect(await settingsOf(parent)).toMatchObject({ ready: 'no_mail_server', state: 'off' })
  const body = { isOn: true, zone: ZONE, firstNames: true, childIds: [] }
  expect(await parent.post(PATH, body)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('email') },
  })
  expect((await parent.post(PATH, { ...body, zone: 'Nowhere/Land' })).status).toBe(400)
})

test('[DIG-5] the third email in a row without practice says that emails pause; practice resumes them', async () => {
  const { sendAt, mails, parent, children, practice } = await familyWithMail()
  const weeks = async (week: number) => (await sendAt(SENT_MS + week * 7 * DAY_MS)).mails
  expect([await weeks(0), await weeks(1), await weeks(2), await weeks(3)]).toEqual([1, 1, 1, 0])
  expect(weekly(mails.received).map((text) => unwrapped(text).includes('pausing these emails'))).toEqual([
    false,
    false,
    true,
  ])
  expect(await settingsOf(parent)).toMatchObject({ state: 'on', isPaused: true })
  const [kim] = children
  if (kim) await practice(kim, SENT_MS + 4 * 7 * DAY_MS - 2 * DAY_MS)
  expect(await weeks(4)).toBe(1)
  expect(await settingsOf(parent)).toMatchObject({ isPaused: false })
})

test('[DIG-6] a mail program turns it off with one click without signing in; opening its address does not, and no other token does', async () => {
  const { app, sendAt, mails, parent, put } = await familyWithMail()
  await sendAt(SENT_MS)
  const [mail = ''] = weekly(mails.received)
  const address = /List-Unsubscribe:\s+<https:\/\/tenfold\.example(\S+)>/.exec(mail)?.[1] ?? ''
  const shown = /weekly-email-off#(\S+)/.exec(mail)?.[1] ?? ''
  expect(address).toBe(`/api/weekly-email/off/${shown}`)
  for (const token of ['x', `${shown}x`, shown.replace(/.$/, '?'), `other${shown}`]) {
    const refused = await new Browser(app).post(`/api/weekly-email/off/${encodeURIComponent(token)}`)
    expect(refused).toMatchObject({ status: 400, json: { code: 'bad_link' } })
  }
  expect((await settingsOf(parent)).state).toBe('on')
  const opened = await fetch(app.url + address, { redirect: 'manual' })
  expect(opened.status).toBe(302)
  expect(opened.headers.get('location')).toBe(`/weekly-email-off#${shown}`)
  expect((await settingsOf(parent)).state).toBe('on')
  const clicked = await fetch(app.url + address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.status).toBe(200)
  expect((await settingsOf(parent)).state).toBe('off')
  // A second press, and opening the link again, change nothing.
  expect((await new Browser(app).post(address)).status).toBe(200)
  expect((await fetch(app.url + address, { redirect: 'manual' })).status).toBe(302)
  expect((await settingsOf(parent)).state).toBe('off')
  expect((await sendAt(SENT_MS + 7 * DAY_MS)).mails).toBe(0)
  await put()
  const parts = new FormData()
  parts.append('List-Unsubscribe', 'One-Click')
  expect((await fetch(app.url + address, { method: 'POST', body: parts })).status).toBe(200)
  expect((await settingsOf(parent)).state).toBe('off')
  await put()
  expect((await new Browser(app).post(address)).json).toEqual({ done: true })
  expect((await settingsOf(parent)).state).toBe('off')
  // Only this call takes a form.
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=x',
  }
  expect((await fetch(`${app.url}/api/account/sign-in`, form)).status).toBe(415)
})

test('[DIG-6] when the mail server permanently rejects the address, it is turned off, and the page says so', async () => {
  const server: { says: string | null } = { says: null }
  const { sendAt, parent, lines, email } = await familyWithMail(['Kim'], { says: () => server.says })
  server.says = '450 4.2.0 Greylisted'
  expect(await sendAt(SENT_MS)).toEqual({ mails: 0, isDown: false })
  expect((await settingsOf(parent)).state).toBe('on')
  server.says = '550 5.1.1 No such user'
  await sendAt(SENT_MS + 20 * MINUTE_MS)
  expect(await settingsOf(parent)).toMatchObject({ state: 'bounced', email })
  expect(lines.join('')).not.toContain(email)
})

test.each([
  ['550 5.1.1 No such user', 'refused'],
  ['550 5.1.10 The domain receives no email', 'refused'],
  ['553 5.1.3 Bad address', 'refused'],
  ['550 5.2.1 Mailbox disabled', 'refused'],
  ['550 No such user here', 'refused'],
  ['550 5.1.8 Bad sender', 'failed'],
  ['550 5.7.1 Blocked by a list', 'failed'],
  ['554 5.7.1 Relay access denied', 'failed'],
  ['552 5.2.2 Mailbox full', 'failed'],
  ['452 4.2.2 Mailbox full', 'failed'],
  ['554 Rejected', 'failed'],
] as const)('[DIG-6] “%s” means that the email is %s', async (says, outcome) => {
  const mails = await mailServer({ says: () => says })
  const send = smtpMail(
    `smtp://127.0.0.1:${mails.port}`,
    { name: 'Tenfold', address: 'noreply@tenfold.example' },
    false,
  )
  const queue = new MailQueue({
    send,
    siteName: 'Tenfold',
    publicUrl: PUBLIC_URL,
    log: createLog('error', { write: () => undefined }),
  })
  expect(await queue.deliver('weekly', { to: 'ana@home.example', subject: '', text: '' })).toBe(outcome)
})

test('[DIG-6] a child whose link has ended, or that was deleted, is in no email; the parent is recorded as its reader', async () => {
  const { app, sendAt, mails, parent, put, children } = await familyWithMail()
  const { browser: teacher } = await confirmedAdult(app, mails, 'teacher')
  const { id } = await madeClass(teacher)
  const [ben, cem] = await addedChildren(teacher, id, ['Ben', 'Cem'])
  for (const child of [ben, cem]) {
    const { json } = await teacher.post(`/api/children/${child?.id}/link-code`)
    await parent.post('/api/children/link', { code: (json as { code: string }).code })
  }
  await put({ childIds: [...children, ben, cem].map((child) => child?.id ?? '') })
  await sendAt(SENT_MS)
  expect(weekly(mails.received).at(-1)).toMatch(/Ben[^]*Cem[^]*Kim/)
  const views = (await everyTable(app.database)).get('child_access') ?? []
  expect(views.filter((row) => row['student_id'] === ben?.id && row['role'] === 'parent')).not.toEqual([])
  const me = (await parent.get('/api/me')).json as { id: string }
  await teacher.call('DELETE', `/api/children/${ben?.id}/guardians/${me.id}`)
  await teacher.call('DELETE', `/api/children/${cem?.id}`)
  await sendAt(SENT_MS + 7 * DAY_MS)
  expect(weekly(mails.received)).toHaveLength(2)
  expect(wordsOf(weekly(mails.received).at(-1))).not.toMatch(/Ben|Cem/)
})

test('[DIG-1, DIG-2, DIG-6] of two parents of a child, each gets their own email once if they have turned it on, and none about it after unlinking', async () => {
  const { app, sendAt, mails, parent, email, children } = await familyWithMail()
  const kim = children[0]?.id ?? ''
  const second = await confirmedAdult(app, mails, 'parent')
  const { json } = await parent.post(`/api/children/${kim}/link-code`)
  await second.browser.post('/api/children/link', { code: (json as { code: string }).code })
  const sentTo = async (atMs: number) => {
    const before = mails.received.length
    await sendAt(atMs)
    await sendAt(atMs + MINUTE_MS)
    return mails.received.slice(before).map(({ to, text }) => ({ to: to.join(), text }))
  }
  expect(await sentTo(SENT_MS)).toMatchObject([{ to: email }])

  await second.browser.post(PATH, { isOn: true, zone: ZONE, firstNames: true, childIds: [kim] })
  // A child added later is in the email of a parent who has turned it on.
  await parent.post('/api/children', { name: 'Lea' })
  const both = await sentTo(SENT_MS + 7 * DAY_MS)
  const textTo = (address: string) => both.find(({ to }) => to === address)?.text
  expect(both).toHaveLength(2)
  expect(textTo(email)).toMatch(/Kim[^]*Lea/)
  expect(textTo(second.email)).toContain('Kim')
  expect(wordsOf(textTo(second.email))).not.toContain('Lea')

  app.clock.nowMs = SENT_MS + 13 * DAY_MS
  const { id } = (await second.browser.get('/api/me')).json as { id: string }
  expect((await parent.call('DELETE', `/api/children/${kim}/guardians/${id}`)).status).toBe(200)
  expect(await sentTo(SENT_MS + 14 * DAY_MS)).toMatchObject([{ to: email }])
})

test('[ACC-33, DIG-1] the settings are in the parent’s own data, and are deleted with the account', async () => {
  const { app, parent, children } = await familyWithMail()
  expect((await parent.get('/api/account/data')).json).toMatchObject({
    weekly_mail: [{ state: 'on', zone: ZONE, first_names: 1 }],
    linked_children: [{ in_weekly_mail: 1 }],
  })
  for (const { id } of children) await parent.call('DELETE', `/api/children/${id}`)
  expect((await parent.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
  expect((await everyTable(app.database)).get('weekly_mail')).toEqual([])
})
