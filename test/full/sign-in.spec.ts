import { accountMessages } from '../../web/features/account/messages.en.ts'
import { progressMessages } from '../../web/features/progress/messages.en.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import {
  childOf,
  classElsewhere,
  enterPin,
  keptHere,
  signIn,
  signInScreen,
  signOut,
} from '../browser/child.ts'
import { byTeacherElsewhere, makeClass, type MadeClass } from '../browser/people.ts'

test('[SIN-1, SIN-11] digits come first if the class has digits; on a device that knows a child it taps its animal', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'], 'digits')
  const { pin } = childOf(made, 'Mia')
  await page.goto(`/sign-in#code=${made.code}`)
  const door = signInScreen(page)
  await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(2)
  await door.typeName.click()
  await door.name.fill('Mia')
  await door.next.click()
  await expect(page.getByText(signInMessages.pin.digits)).toBeVisible()
  for (const digit of pin.kind === 'digits' ? pin.digits : '') {
    await page.getByRole('button', { name: digit, exact: true }).click()
  }
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.locator('summary').click()
  await page.getByRole('button', { name: accountMessages.menu.signOut }).click()
  await page.getByRole('link', { name: frameMessages.signIn }).click()
  await expect(page.getByRole('button', { name: 'Mia' })).toBeVisible()
  await page.getByRole('button', { name: signInMessages.known.other }).click()
  await expect(page.getByText('Mia')).toHaveCount(0)
  await door.animal(childOf(made, 'Ben')).click()
  await expect(page.getByText(signInMessages.pin.digits)).toBeVisible()
  await enterPin(page, childOf(made, 'Ben').pin)
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Ben') })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await signOut(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('listitem').getByRole('button')).toHaveText(['Ben', 'Mia'])
  await page.getByRole('button', { name: 'Mia' }).click()
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: signInMessages.known.forget }).click()
  await expect(door.animal(childOf(made, 'Ben'))).toBeVisible()
  expect((await keptHere(page)).join()).not.toContain('Mia')
})

test('[SIN-4] signing out in one tab signs out every other', async ({
  page,
  browser,
  server,
  context,
  watch,
}) => {
  // What the other tab is still loading when the child signs out is refused.
  watch.expectConsole(/401 \(Unauthorized\)/)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  const other = await context.newPage()
  await other.goto('/me')
  await expect(other.getByRole('heading', { name: progressMessages.streak.days(0) })).toBeVisible()
  await expect(other.locator('summary')).toBeVisible()
  await page.bringToFront()
  await page.locator('summary').click()
  await page.getByRole('button', { name: accountMessages.menu.signOut }).click()
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
  await expect(other.getByRole('heading', { name: accountMessages.gate.strangerTitle })).toBeVisible()
})

test('[SIN-11, CLS-26] when a class changes from digits to pictures, its device asks for pictures', async ({
  page,
  browser,
  server,
}) => {
  const done = await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const made = await makeClass(teacher, ['Mia', 'Ben'])
    await signIn(page, made, childOf(made, 'Mia'))
    await signOut(page)
    const renewed = await teacher.post(`/api/classes/${made.id}/pins`, { pinKind: 'pictures' })
    return renewed as MadeClass
  })
  const asked = page.waitForResponse('**/api/account/child/class')
  await page.goto('/sign-in')
  await asked
  await page.getByRole('button', { name: 'Mia' }).click()
  await expect(page.getByText(signInMessages.pin.pictures)).toBeVisible()
  await enterPin(page, childOf(done, 'Mia').pin)
  await expect(page).toHaveURL(/\/dashboard$/)
})
