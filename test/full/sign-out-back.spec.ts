import { expect, test as base } from '../browser/fixtures.ts'
import { childOf, classElsewhere, keptHere, signIn, signOut } from '../browser/child.ts'
import { answerMany, practiceScreen, start } from '../browser/practice-screen.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'

/** A browser that keeps the pages it has left alive for the back button, as those of people do; the headless shell cannot. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) =>
      await provide({
        ...launchOptions,
        executablePath: String(launchOptions.executablePath).replace('-headless-shell', ''),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
})

test('[SIN-4] the back button after signing out leads to no page that stores anything of the child', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await page.addInitScript(() => {
    window.addEventListener('pageshow', () => {
      sessionStorage.setItem('test.shown', String(Number(sessionStorage.getItem('test.shown')) + 1))
    })
  })
  const timesShown = () => page.evaluate(() => Number(sessionStorage.getItem('test.shown')))
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/practice/addition_facts')
  await start(page)
  await answerMany(page, 10, 10)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await page.goto('/dashboard')
  await signOut(page)
  const kept = async () => (await keptHere(page)).filter((line) => !line.startsWith('test.'))
  const clean = await kept()
  const before = await timesShown()
  await page.evaluate(() => history.back())
  // A browser that is short of memory loads the page again instead of restoring it. The page may be reloaded under the question.
  await expect(async () => expect(await timesShown()).toBeGreaterThan(before)).toPass()
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  expect(await kept()).toEqual(clean)
})

const OFFERS = /^tenfold\.learning\.\w+: {"warmUps":{"\w+":{"offeredDay":\d+}}}$/

test('[SIN-4] signing out on the results leaves nothing of the child either', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/practice/addition_facts')
  await start(page)
  await answerMany(page, 10, 10)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await signOut(page)
  const left = (await keptHere(page)).filter((line) => !line.startsWith('tenfold.class:'))
  // But on which day a warm-up was offered (LRN-22), and that nobody is signed in.
  expect(left.filter((line) => !OFFERS.test(line))).toEqual(['tenfold.signedIn: ""'])
})
