import { expect, test } from '../browser/fixtures.ts'
import { practiceScreen } from '../browser/practice-screen.ts'

import { keyboard, playTen, touch } from '../browser/whole-session.ts'

test('[PRA-8, PRA-26, LOK-9] a whole session of ten by keyboard, without a mouse from the first page on', async ({
  page,
  server,
}) => {
  await playTen(page, keyboard, server)
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, viewport: { width: 768, height: 1024 } })

  test("[PRA-26, LOK-4] a whole session of ten by touch; the system's on-screen keyboard does not open", async ({
    page,
    server,
  }) => {
    await playTen(page, touch, server)
    await page.goto('/practice/addition_facts?guest=true')
    const screen = practiceScreen(page)
    await screen.start.tap()
    await expect(screen.answer).toHaveAttribute('inputmode', 'none')
  })
})
