import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { ClassGoalSection } from '../../web/features/class-goal/class-goal-section.tsx'
import { GoalPicture } from '../../web/features/class-goal/goal-picture.tsx'
import { GoalWords } from '../../web/features/class-goal/goal-words.tsx'
import { goalMessages } from '../../web/features/class-goal/messages.en.ts'
import { answerTo, beAdult } from './adult-browser.ts'
import { eachInAnEmptyBrowser, intercept, requests, startBoards } from './boards.tsx'

eachInAnEmptyBrowser()

/** The page of a class of three, for its teacher. */
async function openClass(): Promise<void> {
  // It is Wednesday there: at the end of a week, a new class has no goal.
  await beAdult('teacher', {})
  const { id } = await answerTo<{ id: string }>('/api/classes', { name: '3b', pinKind: 'digits' })
  await answerTo(`/api/classes/${id}/children`, { names: ['Ana', 'Ben', 'Cem'] })
  history.replaceState(null, '', `/classes/${id}?view=children`)
  const { ClassPage } = await import('../../web/pages/class-page.tsx')
  render(<Route path="/classes/:classId" component={ClassPage} />)
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test('[GOA-2, GOA-3] the class page shows one picture, who practiced, and a goal that can be set once', async () => {
  await openClass()
  const section = within(await screen.findByRole('region', { name: 'Class goal' }))
  expect(await section.findByRole('img', { name: '0 of 6 days filled' })).toBeDefined()
  expect(section.getByText('Our goal this week: 6 days', { exact: false })).toBeDefined()
  expect(section.getByText('Ana').parentElement?.textContent).toBe('Ana: 0 days')
  press('Change the goal')
  const box = await screen.findByLabelText('Days of practice, all children together')
  fireEvent.change(box, { target: { value: '12' } })
  press('Set goal')
  await screen.findByText('Type a number from 3 to 9.')
  fireEvent.change(box, { target: { value: '8' } })
  press('Set goal')
  expect(await section.findByRole('img', { name: '0 of 8 days filled' })).toBeDefined()
  expect(section.getByText('You set this week’s goal. You can set the next one on Monday.')).toBeDefined()
  expect(section.queryByText('Change the goal')).toBeNull()
})

const answers = (body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }))

test('[GOA-4] when the goal is reached, and in the week after, the teacher sees three free ways to celebrate', async () => {
  const week = { monday: '2026-03-16', days: 1, goal: 4, isSet: false, least: 2, most: 6 }
  const last = { monday: '2026-03-09', days: 5, goal: 4, reached: true }
  for (const goal of [
    { week: { ...week, days: 4, state: 'reached' }, last: null, children: [] },
    { week: { ...week, state: 'open' }, last, children: [] },
  ]) {
    const restore = intercept(/\/goal$/, answers(goal))
    const { unmount } = render(<ClassGoalSection classId="a" names={[]} />)
    await screen.findByText('Three free ways to celebrate', { exact: false })
    unmount()
    restore()
  }
  const restore = intercept(/\/goal$/, answers({ week: null, last: null, children: [] }))
  render(<ClassGoalSection classId="a" names={[]} />)
  await screen.findByText('No goal this week.', { exact: false })
  expect(screen.queryByText('celebrate', { exact: false })).toBeNull()
  restore()
})

test('[GOA-3, DSH-15] the dashboard shows a small goal, with its view for a projector', async () => {
  const week = { monday: '2026-03-16', days: 3, goal: 6, state: 'open', isSet: false, least: 2, most: 6 }
  const children = [{ studentId: 'ana', days: 3 }]
  const restore = intercept(/\/goal$/, answers({ week, last: null, children }))
  render(<ClassGoalSection classId="a" names={[{ id: 'ana', name: 'Ana' }]} isSmall />)
  await screen.findByRole('img', { name: '3 of 6 days filled' })
  expect(screen.queryByText('Ana', { exact: false })).toBeNull()
  press('Show to the class')
  expect(screen.getByRole('dialog', { name: 'Our class goal' })).toBeDefined()
  restore()
})

test('[GOA-3] a missed goal keeps its picture and says that the class goes on', () => {
  const week = { monday: '2026-03-16', days: 5, goal: 61 }
  const { container, rerender } = render(<GoalPicture days={5} goal={61} />)
  expect(container.querySelectorAll('rect')).toHaveLength(61)
  expect(container.querySelectorAll('circle')).toHaveLength(5)
  rerender(<GoalPicture days={70} goal={61} />)
  expect(container.querySelectorAll('circle')).toHaveLength(61)
  rerender(<GoalWords week={{ ...week, state: 'missed' }} />)
  expect(screen.getByText('We practiced on 5 days together.')).toBeDefined()
  expect(screen.getByText('We’ll keep going next week!')).toBeDefined()
  rerender(<GoalWords week={{ ...week, days: 1, state: 'open' }} />)
  expect(screen.getByText('We practiced on 1 day together.')).toBeDefined()
  expect(screen.queryByText('next week', { exact: false })).toBeNull()
})

test('[GOA-3] a child’s home shows the picture without names, and offline the last known one of this week', async () => {
  const { HomeClass } = await import('../../web/pages/home-class.tsx')
  await startBoards()
  localStorage.setItem('tenfold.signedIn', '"student stamp"')
  const goal = { monday: '2026-03-16', days: 3, goal: 6, state: 'open' }
  const restore = intercept(/\/api\/me\/class-goal/, answers({ goal, announced: null }))
  const { unmount } = render(<HomeClass studentId="ana" day="2026-03-21" isAhead={false} />)
  await screen.findByRole('img', { name: '3 of 6 days filled' })
  unmount()
  restore()
  const away = intercept(/\/api\/me\/class-goal/, () => Promise.reject(new TypeError('Failed to fetch')))
  const again = render(<HomeClass studentId="ana" day="2026-03-21" isAhead={false} />)
  expect(screen.getByRole('img', { name: '3 of 6 days filled' })).toBeDefined()
  again.rerender(<HomeClass studentId="ana" day="2026-03-23" isAhead={false} />)
  expect(screen.queryByRole('img')).toBeNull()
  again.unmount()
  render(<HomeClass studentId="ben" day="2026-03-21" isAhead={false} />)
  expect(screen.queryByRole('img')).toBeNull()
  away()
  const none = intercept(/\/api\/me\/class-goal/, answers({ goal: null, announced: null }))
  render(<HomeClass studentId="ana" day="2026-03-21" isAhead={false} />)
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  none()
})

test('[GOA-3] a child’s home does not say that the goal is missed before the server has answered', async () => {
  const { HomeClass } = await import('../../web/pages/home-class.tsx')
  const { CLASS_GOAL_KEY } = await import('../../web/lib/practice-key.ts')
  await startBoards()
  localStorage.setItem('tenfold.signedIn', '"student stamp"')
  const missed = { monday: '2026-03-16', days: 5, goal: 6, state: 'missed' }
  localStorage.setItem(CLASS_GOAL_KEY, JSON.stringify({ studentId: 'ana', goal: missed }))
  const away = intercept(/\/api\/me\/class-goal/, () => new Promise(() => undefined))
  const { unmount } = render(<HomeClass studentId="ana" day="2026-03-22" isAhead={false} />)
  expect(screen.getByRole('img', { name: goalMessages.picture(5, 6) })).toBeDefined()
  expect(screen.queryByText(goalMessages.missed)).toBeNull()
  unmount()
  away()
  const restore = intercept(/\/api\/me\/class-goal/, answers({ goal: missed, announced: null }))
  render(<HomeClass studentId="ana" day="2026-03-22" isAhead={false} />)
  await screen.findByText(goalMessages.missed)
  restore()
})

test('[ACH-20] home announces what the class achieved until it is closed, but not in calm mode', async () => {
  const { HomeClass } = await import('../../web/pages/home-class.tsx')
  const { setCalm } = await import('../../web/lib/calm.ts')
  await startBoards()
  localStorage.setItem('tenfold.signedIn', '"student stamp"')
  setCalm(true)
  const restore = intercept(/class-goal/, answers({ goal: null, announced: { id: 'class-goal', level: 1 } }))
  render(
    <main>
      <h1>Hello, Ana!</h1>
      <HomeClass studentId="ana" day="2026-03-21" isAhead={false} />
    </main>,
  )
  await waitFor(() => expect(requests().some((address) => address.includes('class-goal'))).toBe(true))
  expect(screen.queryByRole('region')).toBeNull()
  act(() => setCalm(false))
  const news = within(await screen.findByRole('region', { name: 'Look what you did!' }))
  expect(news.getByText('Your class reached its goal this week!')).toBeDefined()
  press('Close')
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Hello, Ana!')
  restore()
})

const PROGRESS = {
  practiceDay: '2026-03-18',
  streak: { days: 3, run: 3, longest: 3, practicedToday: true, week: Array(7).fill('open') },
  achievements: [],
  goodWeeks: 0,
  announced: null,
  announces: true,
  totals: { seconds: 60, sessions: 1, points: 50, attempts: 10 },
  days: [],
  operations: [],
}

test('[GOA-5] results say that the class has reached its goal, once and only if it had not before', async () => {
  await startBoards()
  const { studentAnnouncement } = await import('../../web/pages/student-announcement.tsx')
  const { CLASS_GOAL_KEY } = await import('../../web/lib/practice-key.ts')
  localStorage.setItem('tenfold.signedIn', '"student stamp"')
  const open = { monday: '2026-03-16', days: 5, goal: 6, state: 'open' }
  const know = (goal: object): void =>
    localStorage.setItem(CLASS_GOAL_KEY, JSON.stringify({ studentId: 'ana', goal }))
  const reached = intercept(
    /class-goal/,
    answers({ goal: { ...open, days: 6, state: 'reached' }, announced: null }),
  )
  const restore = intercept(/me\/progress/, answers(PROGRESS))
  know(open)
  const { unmount } = render(await studentAnnouncement('ana'))
  expect(screen.getByRole('img', { name: '6 of 6 days filled' })).toBeDefined()
  expect(screen.getByText('We did it! We reached our goal.')).toBeDefined()
  unmount()
  expect(await studentAnnouncement('ana')).toBeNull()
  know({ ...open, monday: '2026-03-09' })
  expect(await studentAnnouncement('ana')).toBeNull()
  reached()
  restore()
})
