import { expect, type Locator, type Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { solve } from '../factories/written-problem.ts'

const { setup } = messages

/** The choice of so much time, or of none. */
const timeName = (seconds: 120 | 300 | 'none'): string =>
  seconds === 'none' ? `${setup.noClock} ${setup.noClockHint}` : `${setup.time(seconds)} ${setup.timeHint}`

/** The practice screens of a child, by role and text, in one place. */
export function practiceScreen(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    /** The card of a problem count; the radio button in it is drawn by the card. */
    count: (problems: 10 | 20 | 50): Locator =>
      page.locator('label').filter({ has: page.getByRole('radio', { name: new RegExp(`^${problems}\\b`) }) }),
    visualModels: page.getByRole('switch', { name: messages.setup.visualModels }),
    start: button(messages.setup.start),
    problem: page.locator('#problem'),
    answer: page.getByRole('textbox', { name: messages.problem.answerLabel }),
    key: button,
    submit: button(messages.problem.submit),
    badge: page.locator('.practice-points').getByText(/^\+\d$/),
    solved: page.locator('.play-solved'),
    missed: page.locator('.play-answer + .play-mark'),
    numberLine: button(messages.problem.showNumberLine),
    tenFrames: button(messages.problem.showTenFrames),
    showMe: button(messages.problem.showMe),
    model: page.getByRole('img', { name: /^A picture of / }),
    timeLeft: button(messages.time.timeLeft),
    clock: page.getByText(/^\d:\d\d$/),
    pause: button(messages.problem.pause),
    why: button(messages.why.title),
    resume: button(messages.paused.resume),
    end: button(messages.problem.end),
    endSession: button(messages.paused.end),
    /** The card of a choice of time. */
    time: (seconds: 120 | 300 | 'none'): Locator =>
      page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name: timeName(seconds), exact: true }) }),
    proceed: button(messages.problem.continue),
    goOn: button(messages.interrupted.goOn),
    startOver: button(messages.interrupted.startOver),
    processing: page.getByRole('heading', { name: messages.processing.title }),
    playAgain: button(messages.results.playAgain),
    back: page.getByRole('link', { name: messages.results.return }),
    /** The rank or what is said in its place, once the server has sent it. */
    rank: page.getByRole('main').getByText(/^You (are #|are the first|share )|you move up$/),
    progress: (done: number, of: number): Locator =>
      page.getByRole('img', { name: uiMessages.progress(done, of) }),
  }
}

export type PracticeScreen = ReturnType<typeof practiceScreen>

export type ShownProblem = { readonly text: string; readonly answer: number }

/** The current problem and its answer. */
export async function readProblem(page: Page): Promise<ShownProblem> {
  const text = await practiceScreen(page).problem.innerText()
  return { text, answer: solve(text) }
}

/** A number that is wrong for this problem. */
export const wrongFor = (problem: ShownProblem): number => problem.answer + 1

/** The shortest time a child takes for an answer: faster ones are set aside (STU-19) or rejected (API-6). */
const CHILD_ANSWER_MS = 420

/** Passes the time a child needs to read a problem and find the answer, before keys are pressed in quick succession. */
export async function thinkLikeAChild(page: Page): Promise<void> {
  await page.waitForTimeout(CHILD_ANSWER_MS)
}

/** Types an answer and Enter at a child's pace. */
export async function typeAnswer(page: Page, value: number): Promise<void> {
  const digits = String(value)
  await page.keyboard.type(digits, { delay: CHILD_ANSWER_MS / digits.length })
  await page.keyboard.press('Enter')
}

/** Types an answer and Enter where the page's clock stands still: by it, no time passes anyway. */
export async function typeAtOnce(page: Page, value: number): Promise<void> {
  await page.keyboard.type(String(value))
  await page.keyboard.press('Enter')
}

/** Answers the problem on the screen rightly by keyboard, and returns it. */
export async function answerRightly(page: Page): Promise<ShownProblem> {
  const problem = await readProblem(page)
  await typeAnswer(page, problem.answer)
  return problem
}

/** Answers so many problems rightly, seeing each one counted before the next. */
export async function answerMany(page: Page, problems: number, of: number, done = 0): Promise<void> {
  for (let at = done + 1; at <= done + problems; at += 1) {
    await answerRightly(page)
    if (at < of) await expect(practiceScreen(page).progress(at, of)).toBeVisible()
  }
}

export type Choice = {
  league?: string
  problems?: 10 | 20 | 50
  durationSeconds?: number
  visuals?: boolean
  /** A student is signed in; otherwise a guest plays. */
  isStudent?: boolean
}

/** The setup screen of a student, or of a guest who already has a session. */
export async function openSetup(page: Page, choice: Choice = {}): Promise<PracticeScreen> {
  const { league = 'addition_facts', durationSeconds, isStudent = false } = choice
  const query = new URLSearchParams({
    ...(isStudent ? {} : { guest: 'true' }),
    ...(durationSeconds === undefined ? {} : { duration: String(durationSeconds) }),
  })
  await page.goto(`/practice/${league}?${String(query)}`)
  const screen = practiceScreen(page)
  await expect(screen.start).toBeVisible()
  return screen
}

/** From the setup screen to the first problem. */
export async function start(page: Page, choice: Choice = {}): Promise<PracticeScreen> {
  const screen = practiceScreen(page)
  await screen.count(choice.problems ?? 10).click()
  await screen.visualModels.setChecked(choice.visuals ?? false)
  await screen.start.click()
  await expect(screen.problem).toBeVisible()
  return screen
}

/** A session at its first problem, for a guest who already has a session. */
export async function startPractice(page: Page, choice: Choice = {}): Promise<PracticeScreen> {
  await openSetup(page, choice)
  return await start(page, choice)
}

/** Ends the session, as asked. */
export async function endSession(page: Page): Promise<void> {
  const screen = practiceScreen(page)
  await screen.end.click()
  await screen.endSession.click()
}

/** The number next to a label on the results screen, such as `50` for Points. */
export function resultOf(page: Page, name: string): Locator {
  return page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
}

/** Whether any piece of confetti is in the air. */
export async function isConfettiFalling(page: Page): Promise<boolean> {
  return await page.evaluate(() =>
    document
      .getAnimations()
      .some(({ effect }) => effect instanceof KeyframeEffect && effect.target?.localName === 'i'),
  )
}
