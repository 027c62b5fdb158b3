import type { Page, Request } from '@playwright/test'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { cardMessages } from '../../web/features/assignments/cards.messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { progressMessages } from '../../web/features/progress/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { expect, test } from './fixtures.ts'
import {
  childOf,
  classElsewhere,
  enterPin,
  keptHere,
  signIn,
  signInScreen,
  signOut,
  totalsOf,
} from './child.ts'
import { becomeGuest, gate, sendScore, storedGuest } from './guest.ts'
import { byTeacherElsewhere, callsOf, makeClass } from './people.ts'
import { answerMany, endSession, practiceScreen, start } from './practice-screen.ts'
import { stopClock } from './stopped-clock.ts'

const NETWORK = /net::ERR_|Failed to load resource/

const isMerging = (request: Request): boolean => request.url().endsWith('/api/me/guest')

/** From home to the first problem of the addition facts. */
async function beginAddition(page: Page) {
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(practiceScreen(page).start).toBeVisible()
  return await start(page)
}

test('[SIN-1, SIN-6, SIN-7, SIN-9] a child signs in with pictures, practices during a network outage, and sees its progress', async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await page.goto('/guest')
  await page.getByRole('link', { name: frameMessages.signIn }).click()
  const door = signInScreen(page)
  await door.code.fill(` ${made.code.toLowerCase()} `)
  await page.keyboard.press('Enter')
  await door.animal(childOf(made, 'Mia')).click()
  await enterPin(page, childOf(made, 'Mia').pin)
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Mia') })).toBeVisible()
  await expect(page.getByText(new RegExp(studentMessages.playsAs('\\w+\\d+')))).toBeVisible()
  await beginAddition(page)
  await answerMany(page, 3, 10)
  await context.setOffline(true)
  await answerMany(page, 1, 10, 3)
  await expect(page.getByText(frameMessages.away)).toBeVisible()
  await answerMany(page, 2, 10, 4)
  await context.setOffline(false)
  await answerMany(page, 4, 10, 6)
  await expect(practiceScreen(page).rank).toBeVisible()
  await page.getByRole('link', { name: practiceMessages.results.return }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(studentMessages.points(50))).toBeVisible()
  await expect(page.getByText(studentMessages.sessions(1))).toBeVisible()
  await page.getByRole('link', { name: todayMessages.myGarden }).first().click()
  const { all, points } = progressMessages.minutes
  const [, sessions] = all(0, 1).split(', ')
  // Answers in less than half a second make no day of practice (STR-3).
  await expect(
    page.getByRole('heading', {
      name: new RegExp(`^(${[0, 1].map(progressMessages.streak.days).join('|')})$`),
    }),
  ).toBeVisible()
  await expect(page.getByText(`${sessions}${points(50)}`)).toBeVisible()
  // Not all ten: answers that come faster than this keyboard can be typed on show nothing (LRN-3).
  await expect(page.getByRole('button', { name: gardenMessages.meanings.child.sprout })).not.toHaveCount(0)
  await page.getByRole('button', { name: gardenMessages.meanings.child.sprout }).first().click()
  await expect(page.getByRole('dialog').getByText(gardenMessages.story.tries(1, 1))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: gardenMessages.meanings.child.sprout }).first()).toBeFocused()
})

test('[ASG-9] the first home after signing in has the cards at once', async ({ page, browser, server }) => {
  const made = await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const school = await makeClass(teacher, ['Mia'])
    const path = `/api/classes/${school.id}/assignments`
    const { today } = (await teacher.get(path)) as { today: string }
    await teacher.post(path, {
      who: null,
      assigned: { kind: 'sets', sets: ['add_doubles'] },
      amount: { kind: 'problems', count: 20 },
      firstDay: today,
      dueDay: today,
      lastDay: null,
    })
    return school
  })
  const { opened, open } = gate()
  let asked = 0
  await page.route('**/api/me/assignments', async (route) => {
    asked += 1
    if (asked > 1) await opened
    await route.continue()
  })
  await signIn(page, made, childOf(made, 'Mia'))
  await expect.poll(() => asked).toBe(2)
  await expect(page.getByRole('region', { name: cardMessages.heading })).toBeVisible()
  open()
})

test('[SIN-4] signing out leaves nothing of the child, and the next one at the device sees nothing of the first', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await page.clock.install()
  await signIn(page, made, childOf(made, 'Mia'))
  const nickname = (await page.getByText(studentMessages.playsAs('')).innerText()).split(' ').at(-1) ?? ''
  await beginAddition(page)
  await answerMany(page, 3, 10)
  await page.goto('/dashboard')
  await expect(page.getByText(studentMessages.playsAs(''))).toBeVisible()
  // Signing out waits three seconds at most for what is still to be sent.
  await stopClock(page)
  await signOut(page)
  await page.clock.resume()
  // Only the list of who signs in on this device names her, so that she can tap her animal and enter her kind of PIN (SIN-1).
  const [list = '', ...others] = (await keptHere(page)).toSorted(
    (a, b) => Number(b.startsWith('tenfold.class:')) - Number(a.startsWith('tenfold.class:')),
  )
  expect(JSON.parse(list.slice('tenfold.class: '.length)).children).toEqual([
    { name: 'Mia', nickname, color: expect.any(String), pinKind: 'pictures' },
  ])
  const left = others.join('\n')
  expect(left).not.toMatch(
    /Mia|practiceSession|tenfold\.(me|touched|signedIn: "\w|practiceOf|student-outbox)/,
  )
  expect(left).not.toContain(nickname)
  // Which class may sign in here without waiting for strangers (ACC-34) is all, and names nobody.
  const cookies = (await page.context().cookies()).filter(({ value }) => value !== '')
  expect(cookies.map(({ name }) => name)).toEqual(['tenfold.known'])
  await page.goto('/practice/addition_facts')
  await expect(page).toHaveURL(/\/guest$/)
  await signIn(page, made, childOf(made, 'Ben'))
  await expect(page.getByText(studentMessages.points(0))).toBeVisible()
  // Everybody may see her on the board by now; what the page says of who is here is of the next one.
  await expect(page.getByText(studentMessages.playsAs(''))).not.toContainText(nickname)
  await page.goto('/practice/addition_facts')
  await expect(practiceScreen(page).start).toBeVisible()
  await page.goto('/me')
  await expect(page.getByRole('heading', { name: progressMessages.streak.days(0) })).toBeVisible()
  await signOut(page)
  await signIn(page, made, childOf(made, 'Mia'))
  // What she had not finished counts all the same.
  await expect.poll(() => totalsOf(page, server.origin)).toEqual({ attempts: 3, sessions: 1, points: 15 })
  await expect(page.getByText(studentMessages.points(15))).toBeVisible()
})

test('[SIN-7, SIN-8] a child whose sign-in ends during a session plays on; the answers wait for that child alone', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)|404 \(Not Found\)|403 \(Forbidden\)/)
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await signIn(page, made, childOf(made, 'Mia'))
  await beginAddition(page)
  await answerMany(page, 2, 10)
  await page.context().clearCookies()
  await answerMany(page, 3, 10, 2)
  await expect.poll(async () => (await keptHere(page)).join()).toContain('tenfold.student-outbox')
  await expect(practiceScreen(page).problem).toBeVisible()
  await expect(page.getByText(studentMessages.overInPlay)).toBeInViewport()
  // Somebody else signs in by another tab, so that this page's cookie is Ben's for a moment.
  const { name, pin } = childOf(made, 'Ben')
  const calls = callsOf(page, server.origin)
  await calls.post('/api/account/child/sign-in', { code: made.code, name, pin })
  await answerMany(page, 1, 10, 5)
  await endSession(page)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await expect(page.getByText(studentMessages.notCounted)).toBeVisible()
  expect(await totalsOf(page, server.origin)).toEqual({ attempts: 0, sessions: 0, points: 0 })
  await page.context().clearCookies()
  await signIn(page, made, childOf(made, 'Mia'))
  await expect.poll(() => totalsOf(page, server.origin)).toEqual({ attempts: 6, sessions: 1, points: 30 })
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain('tenfold.student-outbox')
})

test('[SIN-8] a child whose sign-in ends before an answer is sent home, sees why, and returns after signing in', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)/)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
  await expect(practiceScreen(page).start).toBeVisible()
  await page.context().clearCookies()
  await practiceScreen(page).start.click()
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByText(studentMessages.over)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: studentMessages.signIn })).toHaveAttribute(
    'href',
    '/sign-in?back=%2Fguest',
  )
  await expect(page.getByText(guestMessages.leaguesLocked)).toHaveCount(0)
  await page.getByRole('button', { name: studentMessages.playAsGuest }).click()
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  expect((await keptHere(page)).join()).not.toMatch(
    /tenfold\.(me|touched|signedIn: "\w|practiceOf)|practiceSession/,
  )
})

test("[SIN-5] a guest who signs in keeps the day's points, once, and is no longer a guest", async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  await sendScore(server.origin, { league: 'division_facts', score: 25, sessionToken })
  await signIn(page, made, childOf(made, 'Mia'))
  await expect(page.getByText(studentMessages.points(25))).toBeVisible()
  await expect.poll(async () => (await keptHere(page)).join()).not.toContain(sessionToken)
  await page.reload()
  await expect(page.getByText(studentMessages.points(25))).toBeVisible()
  await signOut(page)
  const stats = await fetch(`${server.origin}/api/guest/daily-stats/${sessionToken}`)
  expect(await stats.json()).toEqual({ totalDailyPoints: 0, sessionsToday: 0, leagueRankings: [] })
})

test('[SIN-5] the merge waits until the guest’s points have arrived, and is retried until the server responds', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  await page.route('**/api/guest/score', (route) => route.abort())
  const { submissionId: id, sessionToken: player, ...body } = scoreBody({ sessionToken })
  await page.evaluate((item) => localStorage.setItem(`tenfold.outbox.${item.id}`, JSON.stringify(item)), {
    id: String(id),
    player,
    order: 99,
    madeAtMs: Date.now(),
    content: { kind: 'score', body },
  })
  const merges: Request[] = []
  page.on('request', (request) => void (isMerging(request) && merges.push(request)))
  await signIn(page, made, childOf(made, 'Mia'))
  await expect(page.getByText(studentMessages.points(0))).toBeVisible()
  expect(merges).toEqual([])
  await page.route('**/api/me/guest', (route) => route.abort())
  const tried = page.waitForRequest(isMerging)
  await page.unroute('**/api/guest/score')
  await page.reload()
  await tried
  expect((await keptHere(page)).join()).toContain(sessionToken)
  await page.unroute('**/api/me/guest')
  await page.reload()
  await expect(page.getByText(studentMessages.points(20))).toBeVisible()
})

test('[SIN-10] a guest’s page does not check who is signed in, and loads nothing for it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await becomeGuest(page)
  await page.waitForLoadState('networkidle')
  expect(
    asked.filter((path) => /\/api\/(me|account)|(account|student|session|sign-in)[^/]*\.js/.test(path)),
  ).toEqual([])
})

test('[SIN-20] a browser whose storage is cleared during practice goes on sending, and stays signed in', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await beginAddition(page)
  await answerMany(page, 2, 10)
  await expect.poll(() => totalsOf(page, server.origin)).toMatchObject({ attempts: 2 })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await answerMany(page, 8, 10, 2)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await expect.poll(() => totalsOf(page, server.origin)).toEqual({ attempts: 10, sessions: 1, points: 50 })
  await page.reload()
  await expect(page.locator('summary').first()).toContainText('Mia')
})

test('[SIN-19, SIN-4] Escape does not answer whether the child is still there; not me signs out', async ({
  page,
  browser,
  server,
}) => {
  const { stillYou } = accountMessages
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.evaluate(() => {
    const touched = JSON.parse(localStorage.getItem('tenfold.touched') ?? '')
    localStorage.setItem('tenfold.touched', JSON.stringify({ ...touched, ms: 0 }))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const question = page.getByRole('alertdialog', { name: stillYou.title('Mia') })
  for (let presses = 0; presses < 3; presses += 1) {
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await question.getByRole('button', { name: stillYou.no }).click()
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  expect((await keptHere(page)).join()).not.toMatch(/tenfold\.(me|touched|signedIn: "\w)/)
})
