import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { CONSENT_VERSION } from '../../contract/account.ts'
import { DEFAULT_ZONE } from '../../domain/calendar.ts'
import { dayIn } from '../../domain/day-in-zone.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { mailOffMarkOf } from '../../server/account/derived-text.ts'
import type { Mail } from '../../server/account/port.ts'
import { offTokenOf } from '../../server/school/weekly-mail-service.ts'
import { weeklyMessages } from '../../web/features/weekly/messages.en.ts'
import { accountsOver } from '../factories/app.ts'
import { adultOf } from '../factories/accounts.ts'
import { eachInAnEmptyBrowser, startBoards } from './boards.tsx'

const { off } = weeklyMessages

eachInAnEmptyBrowser()

// Browsers say where a request is from; happy-dom does not.
const { settings } = (window as unknown as { happyDOM: { settings: { fetch: { requestHeaders: unknown } } } })
  .happyDOM
settings.fetch.requestHeaders = [{ url: /^/, headers: { 'Sec-Fetch-Site': 'same-origin' } }]

async function send(path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

async function beAdult(role: 'teacher' | 'parent'): Promise<void> {
  await send('/api/account/sign-up', adultOf(role))
  await send('/api/account/consent', { version: CONSENT_VERSION })
  localStorage.setItem('tenfold.signedIn', `"${role} stamp"`)
}

/** A parent of a child of a class, signed in on this page; the teacher has assigned twenty doubles. Returns the child's id. */
async function parentHere(): Promise<string> {
  await startBoards()
  sessionStorage.clear()
  await beAdult('teacher')
  const { id } = await send('/api/classes', { name: '3b', pinKind: 'digits' })
  const { children } = await send(`/api/classes/${id}/children`, { names: ['Ana'] })
  const [child] = children as { readonly id: string }[]
  const today = dayIn(DEFAULT_ZONE, Date.now())
  await send(`/api/classes/${id}/assignments`, {
    who: null,
    assigned: { kind: 'sets', sets: ['add_doubles'] },
    amount: { kind: 'problems', count: 20 },
    firstDay: today,
    dueDay: daysBefore(today, -7),
    lastDay: null,
  })
  const { code } = await send(`/api/children/${child?.id}/link-code`, {})
  await send('/api/account/sign-out', {})
  await beAdult('parent')
  await send('/api/children/link', { code })
  return child?.id ?? ''
}

async function openPage(path: string): Promise<void> {
  history.replaceState(null, '', path)
  const { WeeklyReportPage } = await import('../../web/pages/weekly-report-page.tsx')
  const { WeeklyEmailOffPage } = await import('../../web/pages/weekly-email-off-page.tsx')
  const { ChildPage } = await import('../../web/pages/child-page.tsx')
  render(
    <Switch>
      <Route path="/weekly-report" component={WeeklyReportPage} />
      <Route path="/weekly-email-off" component={WeeklyEmailOffPage} />
      <Route path="/children/:studentId" component={ChildPage} />
    </Switch>,
  )
}

test('[DIG-3, DIG-7] a parent looks back eight weeks, with a game for each', async () => {
  await parentHere()
  await openPage('/weekly-report')
  const heading = await screen.findByRole('heading', { name: 'Ana' })
  expect(heading.getAttribute('translate')).toBe('no')
  screen.getByText('This week so far')
  const earlier = screen.getByRole('button', { name: 'Earlier week' })
  const games = new Set<string>()
  for (let week = 0; week < 9; week += 1) {
    screen.getByText('No practice this week.', { exact: false })
    games.add(screen.getAllByRole('heading', { level: 3 }).at(-1)?.textContent ?? '')
    fireEvent.click(earlier)
  }
  expect(games.size).toBe(3)
  expect(earlier.getAttribute('aria-disabled')).toBe('true')
  for (let week = 0; week < 9; week += 1) fireEvent.click(screen.getByRole('button', { name: 'Later week' }))
  screen.getByText('This week so far')
})

test('[DIG-11] a linked parent sees what the teacher assigned, with its due day', async () => {
  const childId = await parentHere()
  await openPage(`/children/${childId}`)
  const cards = await screen.findByRole('region', { name: 'Assignments' })
  expect(screen.getByText('Ana', { selector: 'h1 *' }).getAttribute('translate')).toBe('no')
  within(cards).getByRole('heading', { name: 'Doubles' })
  expect(cards.textContent).toMatch(/0 of 20 · by /)
})

test('[DIG-1, DIG-7] without a mail server no email is promised', async () => {
  await parentHere()
  await openPage('/weekly-report')
  await screen.findByRole('heading', { name: 'Ana' })
  expect(screen.queryByText('Weekly email')).toBeNull()
})

test('[DIG-1, DIG-6] one press turns the email on, for all children with first names; one press after its link turns it off', async () => {
  const mails: Mail[] = []
  const sendMail = async (mail: Mail): Promise<void> => void mails.push(mail)
  const app = await startBoards({ now: Date.now, accounts: { publicUrl: 'http://localhost:3000', sendMail } })
  sessionStorage.clear()
  const adult = adultOf('parent')
  await send('/api/account/sign-up', adult)
  const token = decodeURIComponent(/verify#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '')
  await send('/api/account/verify', { token, password: adult.password })
  await send('/api/account/consent', { version: CONSENT_VERSION })
  localStorage.setItem('tenfold.signedIn', '"parent stamp"')
  for (const name of ['Ana', 'Kim']) await send('/api/children', { name })
  await openPage('/weekly-report')
  const toggle = await screen.findByRole('switch', { name: 'Email me this report every Sunday' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  screen.getByText(adult.email)
  fireEvent.click(toggle)
  await screen.findByText(/It comes on Sunday at 4 PM/)
  expect(screen.getAllByRole('switch', { checked: true })).toHaveLength(4)
  fireEvent.click(screen.getByRole('switch', { name: 'About Kim' }))
  await waitFor(() => expect(screen.getAllByRole('switch', { checked: true })).toHaveLength(3))

  const { id } = (await (await fetch('/api/me')).json()) as { id: string }
  const { secret, weeklyMails } = accountsOver(app.database)
  const offToken = offTokenOf((parentId) => mailOffMarkOf(secret, parentId), id)
  expect(await weeklyMails.ofAdult(id)).toMatchObject({ state: 'on' })
  cleanup()
  await openPage(`/weekly-email-off#${offToken}`)
  const turnOff = await screen.findByRole('button', { name: off.turnOff })
  // A scanner that opens links turns nothing off.
  expect(await weeklyMails.ofAdult(id)).toMatchObject({ state: 'on' })
  fireEvent.click(turnOff)
  await screen.findByRole('heading', { name: off.done.title })
  expect(await weeklyMails.ofAdult(id)).toMatchObject({ state: 'off' })
  cleanup()
  await openPage('/weekly-email-off#damaged')
  fireEvent.click(await screen.findByRole('button', { name: off.turnOff }))
  await screen.findByText(off.damaged.lead)
})
