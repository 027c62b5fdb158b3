import { accountMessages } from '../../web/features/account/messages.en.ts'
import { withAnyNumber } from './any-number.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { failureMessages } from '../../web/ui/failure.messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { grouped } from '../../domain/code.ts'
import { signInLink } from '../../web/features/classes/sign-in-link.ts'
import { badgeName } from '../../web/ui/badge.messages.en.ts'
import { PICTURE_IDS } from '../../domain/pin.ts'
import {
  childOf,
  classElsewhere,
  enterPin,
  keptHere,
  openCard,
  signIn,
  signInScreen,
  signOut,
} from './child.ts'
import { beAdult, byTeacherElsewhere, callsOf, makeClass, PASSWORD, type MadeClass } from './people.ts'
import { stopClock } from './stopped-clock.ts'

test('[SIN-1] a child enters code, animal, and pictures by keyboard alone', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Zoë'])
  const { pin } = childOf(made, 'Zoë')
  await page.goto('/sign-in')
  const door = signInScreen(page)
  await expect(door.code).toBeFocused()
  await page.keyboard.type(made.code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: signInMessages.known.title })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(door.animal(childOf(made, 'Zoë'))).toBeFocused()
  await page.keyboard.press('Enter')
  const badge = badgeName(childOf(made, 'Zoë'))
  await expect(page.getByRole('heading', { name: signInMessages.pin.helloBadge(badge) })).toBeFocused()
  let at = 0
  await door.picture(PICTURE_IDS[0]).focus()
  for (const id of pin.kind === 'pictures' ? pin.pictures : []) {
    const to = PICTURE_IDS.indexOf(id)
    const [rows, columns] = [Math.floor(to / 4) - Math.floor(at / 4), (to % 4) - (at % 4)]
    for (let step = 0; step < Math.abs(rows); step += 1) {
      await page.keyboard.press(rows > 0 ? 'ArrowDown' : 'ArrowUp')
    }
    for (let step = 0; step < Math.abs(columns); step += 1) {
      await page.keyboard.press(columns > 0 ? 'ArrowRight' : 'ArrowLeft')
    }
    await expect(door.picture(id)).toBeFocused()
    await page.keyboard.press('Enter')
    at = to
  }
  await expect(page.getByRole('heading', { name: studentMessages.hello('Zoë') })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

const SUNS = ['sun', 'sun', 'sun'] as const

test('[SIN-2] a wrong PIN shows Not yet and clears the input; after five the child waits, counted down', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)|429 \(Too Many Requests\)/)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const mia = childOf(made, 'Mia')
  const { pin } = mia
  await page.clock.install()
  const reversed = pin.kind === 'pictures' ? pin.pictures.toReversed() : []
  await page.goto(signInLink(server.origin, made.code, mia))
  for (let tries = 1; tries <= 5; tries += 1) {
    const answered = page.waitForResponse('**/api/account/child/sign-in')
    await enterPin(page, { kind: 'pictures', pictures: tries % 2 === 0 ? reversed : SUNS })
    expect((await answered).status()).toBe(401)
    await expect(signInScreen(page).notYet).toBeVisible()
    await expect(page.getByText(signInMessages.pin.slot(1))).toBeAttached()
  }
  await expect(page.getByText(signInMessages.stillWrong(grouped(made.code), null))).toBeVisible()
  await stopClock(page)
  await enterPin(page, pin)
  await expect(page.getByText(signInMessages.waitTitle)).toBeVisible()
  const wait = page.getByText(withAnyNumber(signInMessages.wait(2)))
  const secondsLeft = async (): Promise<number> => Number(/\d+/.exec(await wait.innerText())?.[0])
  const seconds = await secondsLeft()
  expect(seconds).toBeGreaterThanOrEqual(10)
  expect(seconds).toBeLessThanOrEqual(30)
  await expect(signInScreen(page).picture('apple')).toHaveCount(0)
  await page.clock.runFor(1000)
  await expect.poll(secondsLeft).toBe(seconds - 1)
})

test('[CLS-47] a card greets a child by its badge, signs it in, and leads anybody else to the names', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'], 'digits')
  const mia = childOf(made, 'Mia')
  await page.goto(signInLink(server.origin, made.code, mia))
  expect(page.url()).not.toContain('Mia')
  const hello = page.getByRole('heading', { name: signInMessages.pin.helloBadge(badgeName(mia)) })
  await expect(hello).toBeVisible()
  await expect(page.getByText('Mia')).toHaveCount(0)
  await enterPin(page, mia.pin)
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Mia') })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await signOut(page)
  await page.goto(signInLink(server.origin, made.code, mia))
  await expect(hello).toBeVisible()
  await page.getByRole('button', { name: signInMessages.pin.notMe }).click()
  await page.getByRole('button', { name: signInMessages.known.other }).click()
  await signInScreen(page).animal(childOf(made, 'Ben')).click()
  await enterPin(page, childOf(made, 'Ben').pin)
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello('Ben') })).toBeVisible()
})

test('[SIN-2] a malformed class code shows Not yet before anything else is asked', async ({ page }) => {
  await page.goto('/sign-in')
  const door = signInScreen(page)
  for (const typed of ['b9m 5', 'B9M54PQ', 'BOM54P']) {
    await door.code.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(signInMessages.code.notACode)).toBeVisible()
    await expect(door.code).toBeFocused()
  }
  await door.code.fill(' b9m-54p ')
  await expect(page.getByText(signInMessages.code.notACode)).toHaveCount(0)
  await door.next.click()
  await expect(door.name).toBeFocused()
})

test('[SIN-1] a name can be typed on any keyboard, and the child is greeted by its exact name', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Zoë O’Brien'], 'digits')
  await page.goto(`/sign-in#code=${made.code}`)
  await signInScreen(page).typeName.click()
  await signInScreen(page).name.fill("zoe o'brien")
  await page.keyboard.press('Enter')
  await enterPin(page, childOf(made, 'Zoë O’Brien').pin)
  await expect(
    page.getByRole('heading', { level: 1, name: signInMessages.pin.hello('Zoë O’Brien') }),
  ).toBeVisible()
})

for (const [width, height] of [
  [1366, 625],
  [390, 844],
] as const) {
  test(`[SIN-2] at ${width}x${height} all pictures are on the screen, and a wrong PIN does not move them`, async ({
    page,
    browser,
    server,
    watch,
  }) => {
    watch.expectConsole(/401 \(Unauthorized\)/)
    await page.setViewportSize({ width, height })
    const made = await classElsewhere(browser, server.origin, ['Mia'])
    await page.goto(signInLink(server.origin, made.code, childOf(made, 'Mia')))
    const tree = signInScreen(page).picture('tree')
    await expect(tree).toBeInViewport({ ratio: 1 })
    const before = await tree.boundingBox()
    let sent = 0
    page.on('request', (request) => void (sent += request.url().endsWith('/child/sign-in') ? 1 : 0))
    for (const [pictures, sentBy] of [
      [SUNS, 1],
      [SUNS, 1],
      [SUNS, 1],
      [['fish', 'fish', 'fish'], 2],
    ] as const) {
      await enterPin(page, { kind: 'pictures', pictures })
      await expect(page.getByText(signInMessages.pin.slot(1))).toBeAttached()
      await expect(signInScreen(page).notYet).toBeVisible()
      await expect.poll(() => sent).toBe(sentBy)
      expect(await tree.boundingBox()).toEqual(before)
    }
    await expect(page.getByText(signInMessages.stillWrong(grouped(made.code), null))).toBeVisible()
  })
}

test("[SIN-2] an unknown or archived class's code looks like a wrong PIN; offline is shown", async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)|net::ERR_INTERNET_DISCONNECTED/)
  await page.goto('/sign-in#code=ZZZZZZ&card=K7M2QX9W&badge=blue-fox&pin=digits')
  await expect(page.getByRole('heading', { name: signInMessages.pin.helloBadge('blue fox') })).toBeVisible()
  await page.keyboard.type('1234')
  await expect(signInScreen(page).notYet).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.type('4321')
  await expect(page.getByText(failureMessages.unreachable.text)).toBeVisible()
  await context.setOffline(false)
  expect(server.origin).toContain('127.0.0.1')
})

test('[SIN-3] an adult signs in by email and password, and returns to the page where it started', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/401 \(Unauthorized\)/)
  const email = await beAdult(page, server.origin, 'teacher')
  await callsOf(page, server.origin).post('/api/account/sign-out')
  await page.goto('/sign-in?back=%2Fclasses')
  await page.getByLabel(signInMessages.adultForm.email).fill(email)
  await page.getByRole('textbox', { name: signInMessages.adultForm.password }).fill('wrong password')
  await page.getByRole('button', { name: signInMessages.adultForm.submit }).click()
  await expect(page.getByText(signInMessages.adultForm.failures.wrong_sign_in)).toBeVisible()
  await page.getByRole('textbox', { name: signInMessages.adultForm.password }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/classes$/)
  await page.locator('summary').click()
  await expect(page.getByRole('link', { name: accountMessages.menu.classes })).toBeVisible()
})

test("[SIN-4] a device with somebody signed in asks before switching, and continues with the new child's card", async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  await signIn(page, made, childOf(made, 'Mia'))
  const ben = childOf(made, 'Ben')
  const { pin } = ben
  await page.goto(signInLink(server.origin, made.code, ben))
  await expect(page.getByText(signInMessages.here.text('Mia'))).toBeVisible()
  await page.getByRole('button', { name: signInMessages.here.other }).click()
  // The card that was held before the camera is not needed twice.
  await expect(page.getByText(signInMessages.pin.helloBadge(badgeName(ben)))).toBeVisible()
  const kept = (await keptHere(page)).filter((line) => !line.startsWith('tenfold.class:'))
  expect(kept.join()).not.toContain('Mia')
  await enterPin(page, pin)
  await expect(page).toHaveURL(`${server.origin}/dashboard`)
})

test('[BAT-91] the link back from the arena names the signed-in person’s page', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/battle')
  await page.getByRole('button', { name: battleMessages.backHome }).click()
  await expect(page.getByRole('heading', { name: studentMessages.hello('Mia') })).toBeVisible()
})

test('[SIN-11, SIN-12] a child from a class with other PINs signs in with its own, and sees its badge everywhere', async ({
  page,
  browser,
  server,
}) => {
  const { to, kim } = await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const from = await makeClass(teacher, ['Kim'], 'pictures')
    const other = await makeClass(teacher, ['Ana'])
    const move = { studentIds: [childOf(from, 'Kim').id], toClassId: other.id }
    await teacher.post(`/api/classes/${from.id}/children/move`, move)
    const { children } = (await teacher.get(`/api/classes/${other.id}/pins`)) as MadeClass
    return { to: other, kim: childOf({ ...other, children }, 'Kim') }
  })
  await page.goto(`/sign-in#code=${to.code}`)
  await signInScreen(page).typeName.click()
  await signInScreen(page).name.fill('Kim')
  await signInScreen(page).next.click()
  await expect(page.getByText(signInMessages.pin.digits)).toBeVisible()
  await signInScreen(page).toPictures.click()
  await enterPin(page, kim.pin)
  await expect(page).toHaveURL(/\/dashboard$/)
  const ring = page.locator('main svg rect[class*="stroke-badge-"]').first()
  await expect(ring).toBeVisible()
  await signOut(page)
  await page.goto('/sign-in')
  await expect(ring).toBeVisible()
  // This device knows what Kim signs in with.
  await page.getByRole('button', { name: 'Kim' }).click()
  await expect(page.getByText(signInMessages.pin.pictures)).toBeVisible()
})

test('[SIN-21] Back goes one step back in a child’s sign-in', async ({ page, browser, server }) => {
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Ben'])
  const mia = childOf(made, 'Mia')
  const door = signInScreen(page)
  const greets = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const ofMia = signInMessages.pin.helloBadge(badgeName(mia))
  await page.goto('/about')
  await page.goto('/sign-in')
  await door.code.fill(made.code)
  await page.keyboard.press('Enter')
  await door.animal(mia).click()
  await greets(ofMia)
  await page.goBack()
  await expect(door.animal(mia)).toBeVisible()
  await page.goForward()
  await greets(ofMia)
  await page.goBack()
  await door.animal(childOf(made, 'Ben')).click()
  await page.getByRole('button', { name: signInMessages.pin.notMe }).click()
  await expect(door.animal(mia)).toBeVisible()
  await page.goBack()
  await expect(door.code).toHaveValue(made.code)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
  // From a card, too; and what the history holds says nothing about the child.
  await openCard(page, made.code, mia)
  await page.getByRole('button', { name: signInMessages.pin.notMe }).click()
  await door.typeName.click()
  await door.name.fill('Ben')
  await page.keyboard.press('Enter')
  await greets(signInMessages.pin.hello('Ben'))
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/Ben|Mia|code/)
  await page.reload()
  await greets(ofMia)
  await page.goBack()
  await page.goBack()
  await greets(ofMia)
})
