import { messages } from '../../web/features/practice/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, storedGuest } from './guest.ts'
import {
  answerMany,
  answerRightly,
  endSession,
  openSetup,
  readProblem,
  resultOf,
  start,
  startPractice,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'
import { factsOf, keptSession } from './kept-session.ts'
import { storedResults } from './stored.ts'

const FEEDBACK_MS = 2000

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
})

test('[PRA-11, PRA-12, SCO-1, PRA-29] wrong three times: two more chances, one more chance, the answer, Continue', async ({
  page,
  server,
}) => {
  const screen = await startPractice(page)
  await answerMany(page, 1, 10)
  const problem = await readProblem(page)
  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText('Try again! You have 2 more chances.')).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(page.getByText(/Try again!/)).toBeHidden()
  await expect(screen.answer).toHaveValue('')
  expect(await readProblem(page)).toEqual(problem)

  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText('Try again! You have 1 more chance.')).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(page.getByText(/Try again!/)).toBeHidden()

  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await screen.proceed.click()
  await expect(screen.progress(2, 10)).toBeVisible()

  await answerMany(page, 8, 10, 2)
  await page.clock.runFor(2600)
  await expect(page.getByText(messages.results.levelLine('outstanding'))).toBeVisible()
  await expect(resultOf(page, messages.results.points)).toHaveText('45')
  await expect(resultOf(page, messages.results.accuracy)).toHaveText('90%')
  await expect(page.getByText(messages.results.progressLabel(9, 0, 1, 0))).toBeVisible()
  const { sessionToken } = await storedGuest(page)
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 45, problemsSolved: 10, correctAnswers: 9 }])
})

test('[PRA-11] the feedback stands for 2 s, not less and not more', async ({ page }) => {
  await openSetup(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await start(page)
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await expect(page.getByText(/Try again!/)).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS - 50)
  await expect(page.getByText(/Try again!/)).toBeVisible()
  await page.clock.runFor(50)
  await expect(page.getByText(/Try again!/)).toBeHidden()
})

test('[SCO-1, PRA-10] the second try gives 3 points, the third 1', async ({ page }) => {
  const screen = await startPractice(page)
  for (const [misses, points] of [
    [1, '+3'],
    [2, '+1'],
    [0, '+5'],
  ] as const) {
    const problem = await readProblem(page)
    for (let miss = 0; miss < misses; miss += 1) {
      await typeAnswer(page, wrongFor(problem))
      await expect(page.getByText(/Try again!/)).toBeVisible()
      await page.clock.runFor(FEEDBACK_MS)
      await expect(page.getByText(/Try again!/)).toBeHidden()
    }
    await typeAnswer(page, problem.answer)
    await expect(screen.badge).toHaveText(points)
    await page.clock.runFor(1500)
    await expect(screen.badge).toBeHidden()
  }
  await endSession(page)
  await page.clock.runFor(2600)
  await expect(resultOf(page, messages.results.points)).toHaveText('9')
  await expect(resultOf(page, messages.results.correct)).toHaveText('3 of 3')
})

test('[PRA-8, PRA-11] keys, keypad and Enter are ignored while the feedback shows', async ({ page }) => {
  const screen = await startPractice(page)
  const problem = await readProblem(page)
  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText('Try again! You have 2 more chances.')).toBeVisible()
  await page.keyboard.type(`${problem.answer}`)
  await page.keyboard.press('Enter')
  await screen.key('1').click({ force: true })
  await screen.submit.click({ force: true })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Try again! You have 2 more chances.')).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(screen.answer).toHaveValue('')
  expect(await readProblem(page)).toEqual(problem)
  await answerRightly(page)
  await expect(screen.badge).toHaveText('+3')
})

test('[PRA-12, LOK-9] Enter is Continue when the answer is revealed, and digits typed there are not carried over', async ({
  page,
}) => {
  const screen = await startPractice(page)
  const problem = await readProblem(page)
  for (let miss = 0; miss < 3; miss += 1) {
    await typeAnswer(page, wrongFor(problem))
    await page.clock.runFor(FEEDBACK_MS)
  }
  await expect(page.getByText(`Answer: ${problem.answer}`)).toBeVisible()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(screen.progress(1, 10)).toBeVisible()
  await expect(screen.answer).toHaveValue('')
})

test('[VIS-6, VIS-5] Show me draws the model of this problem only, without the answer in its words', async ({
  page,
}) => {
  const screen = await startPractice(page)
  await expect(screen.model).toBeHidden()
  const first = await readProblem(page)
  await screen.showMe.click()
  await expect(screen.model).toBeVisible()
  const words = (await screen.model.getAttribute('aria-label')) ?? ''
  const [left, right] = first.text.match(/\d+/g) ?? []
  expect(words.match(/\d+/g) ?? []).toEqual(expect.arrayContaining([left, right]))
  for (const number of words.match(/\d+/g) ?? []) expect([left, right]).toContain(number)
  await answerRightly(page)
  await expect(screen.progress(1, 10)).toBeVisible()
  await expect(screen.model).toBeHidden()
  await answerRightly(page)
  await expect(screen.progress(2, 10)).toBeVisible()
  expect((await keptSession(page)).responses.map(({ visualUsed }) => visualUsed)).toEqual([true, false])
})

for (const league of ['addition_facts', 'subtraction_facts', 'multiplication_facts', 'division_facts']) {
  test(`[VIS-6, PRA-2] ${league} with visual models on: every problem shows its model and the log says so`, async ({
    page,
  }) => {
    const screen = await startPractice(page, { league, visuals: true })
    await expect(screen.model).toBeVisible()
    await expect(screen.showMe).toBeHidden()
    await answerMany(page, 2, 10)
    await expect(screen.model).toBeVisible()
    expect((await keptSession(page)).responses.map(({ visualUsed }) => visualUsed)).toEqual([true, true])
  })
}

test('[PRA-19] what was answered is kept with its tries, its time and whether the picture was seen', async ({
  page,
}) => {
  const screen = await startPractice(page)
  const problem = await readProblem(page)
  await typeAnswer(page, wrongFor(problem))
  await expect(page.getByText(/Try again!/)).toBeVisible()
  await page.clock.runFor(FEEDBACK_MS)
  await expect(page.getByText(/Try again!/)).toBeHidden()
  await typeAnswer(page, problem.answer)
  await expect(screen.progress(1, 10)).toBeVisible()
  const kept = await keptSession(page)
  expect(kept).toMatchObject({
    problemIndex: 1,
    currentSession: { sessionType: 'addition_facts', totalProblems: 10 },
  })
  expect(kept.responses).toMatchObject([
    { factId: factsOf(kept)[0]?.id, correct: true, attempts: 2, visualUsed: true },
  ])
  expect(kept.responses[0]?.responseTimeMs).toBeGreaterThanOrEqual(FEEDBACK_MS)
})
