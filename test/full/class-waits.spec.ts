import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import type { ServerProcess } from '../factories/server-process.ts'
import { childOf, enterPin, openCard, signInScreen } from '../browser/child.ts'
import { expect, test } from '../browser/fixtures.ts'
import { beAdult, callsOf, makeClass, type MadeClass } from '../browser/people.ts'
import { guessAtNobody } from '../factories/class-guesses.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'

/** The last of the wrong PINs that are checked. */
const LAST = 3

/** What is said of any number of wrong PINs. */
const WRONG_PINS = classMessages.children.wrongPins(0).slice(1)

/** Somebody types PINs of pictures for this child, which are wrong for one of digits. */
async function guess(
  { origin }: ServerProcess,
  { code, name, times }: { code: string; name: string; times: number },
): Promise<void> {
  const pin = { kind: 'pictures', pictures: ['sun', 'sun', 'sun'] }
  const guesses = Array.from({ length: times }, async () => {
    const answer = await fetch(`${origin}/api/account/child/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code, name, pin }),
    })
    return answer.status
  })
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
}

/** Somebody who knows only the code types names and PINs until no PIN is checked any more. */
async function guessAtClass(server: ServerProcess, code: string): Promise<void> {
  await guessAtNobody(server.origin, code, FREE_GUESSES - LAST)
  await guess(server, { code, name: 'Nobody', times: LAST })
}

test('[SIN-2, CLS-5, ACC-35] a child whose class waits asks the teacher, who lets it in from the open class page', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/429 \(Too Many Requests\)/)
  await beAdult(page, server.origin, 'teacher')
  const made = await makeClass(callsOf(page, server.origin), ['Mia', 'Ben'], 'pictures')
  await page.goto(`/classes/${made.id}?view=children`)
  await expect(page.getByRole('heading', { name: classMessages.children.heading(2) })).toBeVisible()
  await guessAtClass(server, made.code)

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await openCard(child, made.code, childOf(made, 'Mia'))
  await enterPin(child, childOf(made, 'Mia').pin)
  await expect(child.getByText(signInMessages.classWaits.text)).toBeVisible()
  await expect(child.getByText(signInMessages.waitTitle)).toHaveCount(0)
  await expect(signInScreen(child).picture('apple')).toHaveCount(0)

  const openSignInWindow = page.getByRole('button', {
    name: classMessages.newDevices.ofClass.openSignInWindow,
  })
  await expect(openSignInWindow).toBeVisible()
  await expect(page.getByText(classMessages.newDevices.heading)).toBeVisible()
  await openSignInWindow.click()
  await page.getByRole('radio', { name: classMessages.newDevices.minutes(30) }).check()
  await page.getByRole('button', { name: classMessages.newDevices.doIt }).click()
  await expect(page.getByText(classMessages.newDevices.done, { exact: false })).toBeVisible()
  await expect(page.getByText(classMessages.newDevices.heading)).toHaveCount(0)
  await expect(page.getByText(classMessages.newDevices.openUntil(0).split(/\d/)[0] ?? '')).toBeVisible()

  await child.getByRole('button', { name: signInMessages.classWaits.again }).click()
  await enterPin(child, childOf(made, 'Mia').pin)
  await expect(child.getByRole('heading', { level: 1, name: studentMessages.hello('Mia') })).toBeVisible()
  await expect(child).toHaveURL(/\/dashboard$/)
  await context.close()
})

test('[CLS-7, ACC-22, ACC-35] a parent lets new devices of the family in, and makes a new code when the guessing continues', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/429 \(Too Many Requests\)/)
  await beAdult(page, server.origin, 'parent')
  const calls = callsOf(page, server.origin)
  const made = (await calls.post('/api/children', { name: 'Kim' })) as MadeClass
  const kim = childOf(made, 'Kim')
  const { pin } = kim
  await page.goto('/children')
  await expect(page.getByRole('link', { name: /^Kim/ })).toBeVisible()
  await guessAtNobody(server.origin, made.code, FREE_GUESSES)

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await openCard(child, made.code, kim)
  await enterPin(child, pin)
  await expect(child.getByText(signInMessages.classWaits.text)).toBeVisible()

  const openSignInWindow = page.getByRole('button', {
    name: classMessages.newDevices.ofFamily.openSignInWindow,
  })
  await expect(openSignInWindow).toBeVisible()
  await expect(page.getByText(classMessages.newDevices.ofFamily.why)).toBeVisible()
  await openSignInWindow.click()
  await page.getByRole('button', { name: classMessages.newDevices.doIt }).click()
  await expect(page.getByText(classMessages.newDevices.done, { exact: false })).toBeVisible()
  await child.getByRole('button', { name: signInMessages.classWaits.again }).click()
  await enterPin(child, pin)
  await expect(child).toHaveURL(/\/dashboard$/)
  await context.close()

  await page.getByRole('button', { name: classMessages.code.renew }).click()
  await page.getByRole('button', { name: classMessages.code.renewDo }).click()
  const { familyCode } = (await calls.get('/api/children')) as { familyCode: string }
  expect(familyCode).not.toBe(made.code)
  await expect(page.getByText(`${familyCode.slice(0, 3)} ${familyCode.slice(3)}`)).toBeVisible()
})

test('[CLS-28, ACC-82] a teacher sees how many wrong PINs were typed for a child, and makes a new one', async ({
  page,
  server,
}) => {
  await beAdult(page, server.origin, 'teacher')
  const made = await makeClass(callsOf(page, server.origin), ['Mia', 'Ben'])
  await guess(server, { code: made.code, name: 'Mia', times: 5 })
  await page.goto(`/classes/${made.id}?view=children`)
  await expect(page.getByRole('row').filter({ hasText: 'Mia' })).toContainText(
    classMessages.children.wrongPins(5),
  )
  await expect(page.getByRole('row').filter({ hasText: 'Ben' })).not.toContainText(WRONG_PINS)
  await page.getByRole('link', { name: /^Mia/ }).click()
  await expect(page.getByText(classMessages.child.wrongPins(5, 'Mia'))).toBeVisible()
  await page.getByRole('button', { name: classMessages.child.newPin }).click()
  await page.getByRole('button', { name: classMessages.child.newPinDo }).click()
  await page.goto(`/classes/${made.id}?view=children`)
  await expect(page.getByRole('row').filter({ hasText: 'Mia' })).toBeVisible()
  await expect(page.getByText(WRONG_PINS)).toHaveCount(0)
})
