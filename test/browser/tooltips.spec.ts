import type { Page } from '@playwright/test'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { expect, test } from './fixtures.ts'

/** The home page once its tooltips have been fetched, with none open and a stopped clock. */
async function openHome(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/guest')
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: frameMessages.soundOn }).hover()
    await expect(page.locator('[role="tooltip"]')).toBeVisible({ timeout: 1500 })
  }).toPass()
  await page.mouse.move(0, 0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(page.locator('[role="tooltip"]')).toBeHidden()
}

test('[SCR-14] a tooltip opens after 700 ms of hovering, the next one at once, and Escape closes it', async ({
  page,
}) => {
  await openHome(page)
  const tooltip = page.locator('[role="tooltip"]')
  const sound = page.getByRole('button', { name: frameMessages.soundOn })
  await sound.hover()
  await page.clock.runFor(600)
  await expect(tooltip).toBeHidden()
  await page.clock.runFor(150)
  await expect(tooltip).toHaveText((await sound.getAttribute('aria-label')) ?? '')
  const theme = page.getByRole('button', { name: frameMessages.toDark })
  await theme.hover()
  await page.clock.runFor(50)
  await expect(tooltip).toHaveText((await theme.getAttribute('aria-label')) ?? '')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
})

test('[SCR-14] keyboard focus also opens a tooltip, and a long press does without pressing the button', async ({
  page,
}) => {
  await openHome(page)
  const tooltip = page.locator('[role="tooltip"]')
  const sound = page.getByRole('button', { name: frameMessages.soundOn })
  await page.getByRole('link', { name: frameMessages.signIn }).focus()
  await page.keyboard.press('Tab')
  await expect(sound).toBeFocused()
  await page.clock.runFor(750)
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
  const name = (await sound.getAttribute('aria-label')) ?? ''
  await sound.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await page.clock.runFor(750)
  await expect(tooltip).toHaveText(name)
  await sound.dispatchEvent('pointerup', { pointerType: 'touch' })
  await sound.dispatchEvent('click')
  await expect(sound).toHaveAccessibleName(name)
  await page.clock.runFor(1600)
  await expect(tooltip).toBeHidden()
})

test('[AX-12] a tooltip stays while the pointer is on it, and closes when the pointer leaves it', async ({
  page,
}) => {
  await openHome(page)
  const tooltip = page.locator('[role="tooltip"]')
  await page.getByRole('button', { name: frameMessages.soundOn }).hover()
  await page.clock.runFor(750)
  const { x, y, width, height } = (await tooltip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
  await page.clock.runFor(2000)
  await expect(tooltip).toBeVisible()
  await page.mouse.move(x + width / 2, y + height + 100)
  await expect(tooltip).toBeHidden()
})
