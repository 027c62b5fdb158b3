import { messages } from '../../web/features/battle/messages.en.ts'
import { openCutLine } from '../browser/battle-line.ts'
import type { battleScreen } from '../browser/battle-screen.ts'
import {
  foxAndOwl,
  give,
  giveRight,
  LONG_BATTLES,
  queueOf,
  resultRows,
  rightAnswer,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

test.use({ sharedSettings: LONG_BATTLES })

/** Notes each heading that comes up; called in the page. */
function noteHeadings(): void {
  const seen: string[] = []
  Reflect.set(window, 'headings', seen)
  const look = (): void => {
    const text = document.querySelector('h1')?.textContent ?? ''
    if (text !== seen.at(-1)) seen.push(text)
  }
  look()
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}

const MIXED_TYPE = { division: 'multiplication_division', preference: 'mixed' } as const
const MIXED = queueOf(MIXED_TYPE.division, MIXED_TYPE.preference)
const { rank, winnerBadge, you, answered } = messages.results

/** The points that a race shows for somebody, as its accessible name has them. */
async function pointsIn({ race }: ReturnType<typeof battleScreen>, of: RegExp): Promise<string> {
  return of.exec((await race.getAttribute('aria-label')) ?? '')?.[1] ?? ''
}

test('[BAT-84, BAT-86, BAT-89, BAT-90, BAT-54, BAT-96] two browsers, one battle, a network cut in the middle of it', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, owl, foxes, owls, close } = await foxAndOwl(browser, MIXED, server.origin, line.origin)

  await fox.evaluate(noteHeadings)
  await expect(foxes.countdown).toHaveText(messages.countdown.title)
  const opponents = fox.getByRole('list', { name: messages.countdown.opponents })
  await expect(opponents.getByRole('listitem')).toHaveText([
    new RegExp(`KindOwl7.*${messages.countdown.person}`),
  ])
  for (const text of [
    messages.countdown.ready,
    messages.typeName(MIXED_TYPE),
    messages.countdown.duration(30),
  ]) {
    await expect(fox.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }

  await expect(foxes.answer).toBeFocused()
  const headings: string[] = await fox.evaluate(() => Reflect.get(window, 'headings'))
  expect(headings.slice(-3)).toEqual([messages.countdown.title, messages.arena.waitingTitle, ''])
  await expect(owls.problem).toHaveText(await foxes.problem.innerText())
  await expect(foxes.submit).toBeDisabled()
  await giveRight(fox)
  // A machine that is slow at the moment makes 3 points of 5.
  await expect(fox.getByText(/^\+[35]$/)).toBeVisible()
  await expect(foxes.race).toHaveAccessibleName(/you [35], KindOwl7 0/)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)

  line.cut()
  await expect(foxes.lost).toBeVisible()
  await giveRight(fox, 2)
  await giveRight(owl)
  await expect(foxes.race).toHaveAccessibleName(/you (9|1[135])/)
  await expect(owls.race).toHaveAccessibleName(/you [35], SwiftFox42 [35]/)
  // The owl has watched until now, for less than three seconds or for more.
  const owlsPoints = await pointsIn(owls, /you (\d)/)
  line.mend()
  await expect(owls.race).toHaveAccessibleName(new RegExp(`you ${owlsPoints}, SwiftFox42 (9|1[135])`))
  const foxesPoints = await pointsIn(owls, /SwiftFox42 (\d+)/)
  await expect(foxes.race).toHaveAccessibleName(new RegExp(`you ${foxesPoints}, KindOwl7 ${owlsPoints}`))
  await expect(foxes.lost).toBeHidden()

  await give(fox, 999)
  await expect(fox.getByText(messages.arena.tryAgain)).toBeVisible()
  const answer = await rightAnswer(fox)
  await give(fox, 999)
  await expect(fox.getByText(messages.arena.reveal(answer))).toBeVisible()
  const revealed = await foxes.problem.innerText()
  await give(fox, 998)
  await expect(foxes.answer).toHaveValue('')
  await expect(foxes.problem).toHaveText(revealed)
  await give(fox, answer)
  await expect(fox.getByText(messages.arena.reveal(answer))).toBeHidden()

  await expect(foxes.calculating).toBeVisible()
  await expect(fox.getByText(messages.calculating.text)).toBeVisible()
  await expect(fox.getByRole('main').locator('dd')).toHaveText([foxesPoints, '3'])
  await expect(foxes.heading(messages.results.headline(1)[0])).toBeVisible()
  await expect(fox.getByText(messages.results.headline(1)[1])).toBeVisible()
  await expect(owls.heading(messages.results.headline(2)[0])).toBeVisible()
  await expect(owl.getByText(messages.results.headline(2)[1])).toBeVisible()
  await expect(resultRows(fox)).toHaveText([
    new RegExp(`${rank(1)}.*SwiftFox42.*${winnerBadge}.*${you}.*${answered(3)}.*${foxesPoints}`),
    new RegExp(`${rank(2)}.*KindOwl7.*${answered(1)}.*${owlsPoints}`),
  ])
  await expect(resultRows(owl)).toHaveText([
    new RegExp(`SwiftFox42.*${winnerBadge}.*${answered(3)}.*${foxesPoints}`),
    new RegExp(`KindOwl7.*${you}.*${answered(1)}.*${owlsPoints}`),
  ])
  await expect(foxes.results).toContainText(messages.verdict.youWon(Number(foxesPoints), Number(owlsPoints)))
  await foxes.button(messages.results.playAgain).click()
  await expect(foxes.lobby).toBeVisible()
  await owl.getByRole('link', { name: messages.results.board }).click()
  await expect(owl).toHaveURL(/\/battle-leaderboard$/)
  await close()
  await line.close()
})

test('[BAT-90, BAT-54] a network that swallows everything and closes nothing is noticed, and nothing is lost', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, owl, foxes, owls, close } = await foxAndOwl(browser, MIXED, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)

  line.swallow()
  await giveRight(fox, 2)
  await expect(foxes.lost).toBeVisible()
  line.mend()
  // The referee believes the first answer after an outage less than its claim (BAT-24): it may be worth 3.
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 (9|1[135])/)
  await expect(foxes.lost).toBeHidden()
  await giveRight(owl)
  await expect(foxes.race).toHaveAccessibleName(/KindOwl7 [35]/)
  await close()
  await line.close()
})

test('[BAT-55, BAT-30, BAT-91] a reload returns to the battle; leaving on purpose asks first, and the player is last', async ({
  browser,
  server,
}) => {
  const { fox, owl, foxes, owls, close } = await foxAndOwl(browser, MIXED, server.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox, 2)
  await expect(owls.race).toHaveAccessibleName(/SwiftFox42 (6|8|10)/)
  const foxesPoints = await pointsIn(owls, /SwiftFox42 (\d+)/)
  const third = await foxes.problem.innerText()
  await fox.reload()
  await expect(foxes.problem).toHaveText(third)
  await expect(foxes.race).toHaveAccessibleName(new RegExp(`you ${foxesPoints}, KindOwl7 0`))
  await expect(foxes.answer).toBeFocused()

  await foxes.back.click()
  await foxes.button(messages.arena.stay).click()
  await expect(foxes.answer).toBeFocused()
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  await giveRight(owl)
  await expect(owls.race).toHaveAccessibleName(new RegExp(`you [35], SwiftFox42 ${foxesPoints}`))
  // Right at the second try, which is never sent to the server.
  await give(owl, 999)
  await expect(owl.getByText(messages.arena.tryAgain)).toBeVisible()
  await giveRight(owl)
  await owl.reload()
  await expect(owls.calculating).toBeVisible()
  await expect(owl.getByRole('main').locator('dd')).toHaveText([/^[35]$/, '2'])
  await expect(owls.heading(messages.results.headline(1)[0])).toBeVisible()
  await expect(resultRows(owl)).toHaveText([
    new RegExp(`KindOwl7.*${you}.*${answered(2)}[35]${messages.results.pointsWord(5)}`),
    new RegExp(`SwiftFox42.*${foxesPoints}`),
  ])
  await fox.goto('/battle')
  await expect(foxes.lobby).toBeVisible()
  await close()
})
