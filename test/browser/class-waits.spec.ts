import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { childOf, enterPin, signInScreen } from './child.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, makeClass } from './people.ts'

/** Somebody who knows the code alone types names and PINs until nobody is heard any more. */
async function guessAtClass(origin: string, code: string): Promise<void> {
  const guesses = Array.from({ length: FREE_GUESSES }, async (_, index) => {
    const answer = await fetch(`${origin}/api/account/child/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code, name: `Nobody ${index}`, pin: { kind: 'digits', digits: '0000' } }),
    })
    return answer.status
  })
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
}

test('[SIN-2, CLS-5, ACC-35] a child whose class waits asks the teacher, who lets it in from the open page of the class', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(/429 \(Too Many Requests\)/)
  await beAdult(page, server.origin, 'teacher')
  const made = await makeClass(callsOf(page, server.origin), ['Mia', 'Ben'], 'pictures')
  await page.goto(`/classes/${made.id}`)
  await expect(page.getByRole('heading', { name: 'Children (2)' })).toBeVisible()
  await guessAtClass(server.origin, made.code)

  const context = await browser.newContext({ baseURL: server.origin })
  watch.follow(context)
  const child = await context.newPage()
  await child.goto(`/sign-in#code=${made.code}&name=Mia&pin=pictures`)
  await enterPin(child, childOf(made, 'Mia').pin)
  await expect(child.getByText('Ask your teacher', { exact: false })).toBeVisible()
  await expect(child.getByText('Take a little rest')).toHaveCount(0)
  await expect(signInScreen(child).picture('Apple')).toHaveCount(0)

  const letIn = page.getByRole('button', { name: 'Let new devices in' })
  await expect(letIn).toBeVisible({ timeout: 30_000 })
  await letIn.click()
  await expect(page.getByText('children can sign in on new devices again', { exact: false })).toBeVisible()
  await expect(letIn).toHaveCount(0)

  await child.getByRole('button', { name: 'Try again' }).click()
  await enterPin(child, childOf(made, 'Mia').pin)
  await expect(child.getByRole('heading', { level: 1, name: 'Hello, Mia!' })).toBeVisible()
  await expect(child).toHaveURL(/\/dashboard$/)
  await context.close()
})
