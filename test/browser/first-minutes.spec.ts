import { todayMessages } from '../../web/features/today/messages.en.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { consentMessages } from '../../web/features/classes/consent.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { signInByName } from './child.ts'
import { startJourney } from './adult-journey.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './name-card.ts'
import { beAdult, callsOf, newEmail, PASSWORD } from './people.ts'
import { practiceScreen } from './practice-screen.ts'

const NAMES = Array.from({ length: 30 }, (_, at) => `Child ${at + 1}`)
const MOST = { presses: 12, seconds: 5 * 60 }
/** From the PIN to the first problem. */
const MOST_TO_PRACTICE = { presses: 2, seconds: 20 }

test('[FST-1] a new teacher has thirty printed cards and the class code on the wall after at most 12 presses', async ({
  page,
  browser,
  server,
  watch,
}) => {
  // The statements that are confirmed before the first child.
  watch.expectConsole(/status of 409/)
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).last().click()
  const journey = await startJourney(page)
  await page.goto('/sign-up')
  await journey.type(adultMessages.signUp.name, 'Ms Rivera')
  await journey.type(adultMessages.signUp.email, newEmail())
  await journey.type(adultMessages.signUp.password, PASSWORD)
  await press(adultMessages.signUp.submit)
  await journey.type(classMessages.list.newName, '3b')
  await press(classMessages.list.make)
  await press(classMessages.children.add)
  await journey.type(classMessages.add.names, NAMES.join('\n'))
  await press(classMessages.add.submit(NAMES.length))
  await press(consentMessages.agree)
  await expect(page.locator('.name-card')).toHaveCount(NAMES.length)
  await press(classMessages.cards.printAll(NAMES.length))
  const code =
    (await cardOf(page, 'Child 7').locator('.name-card-code').textContent())?.replace(' ', '') ?? ''
  const digits = await cardOf(page, 'Child 7').locator('dd').last().textContent()
  await press(classMessages.cards.done)
  await press(classMessages.code.show)
  const wall = page.getByRole('dialog')
  await expect(wall.locator('[data-large-code]')).toBeVisible()
  await journey.needsAtMost(MOST)

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await signInByName(child, code, 'Child 7', { kind: 'digits', digits: digits ?? '' })
  const toPractice = await startJourney(child)
  await child.reload()
  await child.getByRole('region', { name: todayMessages.name }).getByRole('button').click()
  await expect(practiceScreen(child).problem).toBeVisible()
  await toPractice.needsAtMost(MOST_TO_PRACTICE)
  await context.close()
})

test('[HND-1, HND-2] a parent hands the device to a child with one press, and takes it back with the password', async ({
  page,
  server,
}) => {
  const email = await beAdult(page, server.origin, 'parent')
  await callsOf(page, server.origin).post('/api/children', { name: 'Mia' })
  await page.goto('/children')
  await page.getByRole('button', { name: classMessages.family.handOver('Mia') }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const menu = page.getByRole('banner').getByText('Mia', { exact: true })
  await expect(menu).toBeVisible()
  await menu.click()
  await page.getByRole('button', { name: accountMessages.menu.backToAdult }).click()
  await expect(page.getByLabel(signInMessages.adultForm.email)).toHaveValue(email)
  await page.getByLabel(signInMessages.adultForm.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: signInMessages.adultForm.submit }).click()
  await expect(page.getByRole('button', { name: classMessages.family.handOver('Mia') })).toBeVisible()
})
