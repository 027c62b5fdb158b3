import type { Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { childOf, classElsewhere, signIn } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import {
  answerRightly,
  practiceScreen,
  readProblem,
  startPractice,
  typeAnswer,
  wrongFor,
  type ShownProblem,
} from '../browser/practice-screen.ts'

const practiceThis = (page: Page) => page.getByRole('button', { name: messages.results.practiceThese(1) })

/** Plays ten problems, missing the first at its first try; returns all of them in their order. */
async function playMissingTheFirst(page: Page): Promise<ShownProblem[]> {
  const screen = practiceScreen(page)
  const first = await readProblem(page)
  await typeAnswer(page, wrongFor(first))
  await expect(page.getByText(messages.problem.tryAgain(2))).toBeHidden()
  await typeAnswer(page, first.answer)
  const asked = [first]
  for (let done = 1; done < 10; done += 1) {
    await expect(screen.progress(done, 10)).toBeVisible()
    asked.push(await answerRightly(page))
  }
  await expect(screen.playAgain).toBeVisible()
  return asked
}

test('[PRA-38] a student practices just the missed facts, and it counts in the league', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await signIn(page, made, childOf(made, 'Mia'))
  const screen = await startPractice(page, { isStudent: true })
  const [missed] = await playMissingTheFirst(page)
  await practiceThis(page).click()
  await expect(screen.progress(0, 10)).toBeVisible()
  const asked: ShownProblem[] = []
  for (let done = 1; done <= 10; done += 1) {
    asked.push(await answerRightly(page))
    if (done < 10) await expect(screen.progress(done, 10)).toBeVisible()
  }
  expect(asked[0]).toEqual(missed)
  expect(asked.filter(({ text }) => text === missed?.text)).toHaveLength(3)
  await expect(screen.playAgain).toBeVisible()
  await expect(practiceThis(page)).toHaveCount(0)
  await expect(screen.rank).toBeVisible()
})
