import { expect, type Locator, type Page } from '@playwright/test'
import { messages } from '../../web/features/practice/messages.en.ts'
import { warmUpMessages } from '../../web/features/practice/warm-up.messages.en.ts'

/** The warm-up as a child sees it, on the setup screen and after it. */
export function warmUpScreen(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    offer: page.getByText(messages.warmUp.offer),
    begin: button(messages.warmUp.begin),
    notNow: button(messages.warmUp.notNow),
    title: page.getByRole('heading', { name: warmUpMessages.title }),
    number: page.locator('#number-to-copy'),
    copy: page.getByRole('textbox', { name: warmUpMessages.copyLabel }),
    again: page.getByText(warmUpMessages.again),
    skip: button(warmUpMessages.skip),
    thanks: page.getByText(warmUpMessages.thanks),
    progress: (number: number): Locator =>
      page.getByText(warmUpMessages.progress(number, 10), { exact: true }),
  }
}

/** Copies this many numbers, starting with number `from`, by keyboard by default. */
export async function copyNumbers(
  page: Page,
  count: number,
  from = 1,
  enter: (text: string) => Promise<void> = async (text) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  },
): Promise<void> {
  const screen = warmUpScreen(page)
  for (let number = from; number < from + count; number += 1) {
    await expect(screen.progress(number)).toBeVisible()
    await enter(await screen.number.innerText())
  }
}
