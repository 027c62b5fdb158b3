import type { Page } from '@playwright/test'
import { seededRandom } from '../../domain/seeded-random.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest } from './guest.ts'
import { openSetup, practiceScreen, readProblem, typeAnswer, type ShownProblem } from './practice-screen.ts'
import { FRAME_MS } from './screens.ts'

/** What a child does with a product: how long the answer takes, and how often it is right. */
type Ability = (small: number, large: number) => { readonly ms: number; readonly right: number }

/** Knows the tables of 2 and 10, counts by fives and threes, and guesses at most others. */
const novice: Ability = (small, large) => {
  if (small === 2 || large === 10) return { ms: 2200, right: 0.98 }
  if (small <= 5) return { ms: 7000, right: 0.85 }
  return { ms: 9000, right: 0.4 }
}

/** Knows all tables but some products of 6, 7 and 8. */
const advanced: Ability = (small, large) =>
  small >= 6 && large <= 9 && small !== large ? { ms: 5000, right: 0.7 } : { ms: 1900, right: 0.97 }

type Asked = { readonly text: string; readonly isHard: boolean; readonly right: boolean }

function operandsOf({ text }: ShownProblem): readonly [number, number] {
  const [a = 0, b = 0] = text.match(/\d+/g)?.map(Number) ?? []
  return [Math.min(a, b), Math.max(a, b)]
}

/** Four rounds of ten problems, as this child answers them; wrong ones are put right at the second try. */
async function playFourRounds(page: Page, ability: Ability): Promise<Asked[]> {
  const random = seededRandom(7)
  const asked: Asked[] = []
  const screen = practiceScreen(page)
  for (let round = 0; round < 4; round += 1) {
    if (round === 0) {
      await openSetup(page, { league: 'multiplication_facts', durationSeconds: 600 })
      // Only the child takes time, not the machine.
      await page.clock.pauseAt(Date.now() + 60_000)
    } else await screen.playAgain.click()
    await screen.count(10).click()
    await screen.start.click()
    await page.clock.runFor(FRAME_MS)
    for (let done = 1; done <= 10; done += 1) {
      const problem = await readProblem(page)
      const [small, large] = operandsOf(problem)
      const { ms, right } = ability(small, large)
      const isRight = random() < right
      await page.clock.runFor(ms)
      asked.push({ text: problem.text, isHard: small >= 6 && large <= 9, right: isRight })
      if (!isRight) {
        await typeAnswer(page, problem.answer + 1)
        await page.clock.runFor(4000)
      }
      await typeAnswer(page, problem.answer)
      await page.clock.runFor(FRAME_MS)
      if (done < 10) await expect(screen.progress(done, 10)).toBeVisible()
    }
    await page.clock.runFor(2600)
    await expect(screen.playAgain).toBeVisible()
  }
  return asked
}

const shareRight = (asked: readonly Asked[]): number =>
  asked.filter(({ right }) => right).length / asked.length

/** How many problems are of two numbers from 6 to 9: what is learned last. */
const hard = (asked: readonly Asked[]): number => asked.filter(({ isHard }) => isHard).length

test('[LRN-17, LRN-14] a novice and an advanced child are asked different facts, neither too hard for them', async ({
  browser,
  server,
}) => {
  test.slow()
  const children = await Promise.all(
    [novice, advanced].map(async (ability) => {
      const context = await browser.newContext({ baseURL: server.origin })
      const page = await context.newPage()
      await page.clock.install()
      await becomeGuest(page)
      const asked = await playFourRounds(page, ability)
      await context.close()
      return asked
    }),
  )
  const told = children.map((asked) =>
    asked.map(({ text, right }) => `${text} ${right ? 'right' : 'missed'}`),
  )
  await test.info().attach('asked.json', { body: JSON.stringify(told), contentType: 'application/json' })
  const [asNovice = [], asAdvanced = []] = children
  for (const asked of children) {
    expect(asked).toHaveLength(40)
    expect(shareRight(asked)).toBeGreaterThanOrEqual(0.65)
    expect(shareRight(asked.slice(0, 10))).toBeGreaterThanOrEqual(0.6)
  }
  expect(hard(asAdvanced)).toBeGreaterThanOrEqual(10)
  expect(hard(asNovice)).toBeLessThanOrEqual(3)
})
