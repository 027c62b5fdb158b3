import { gamesMessages as words } from '../../web/pages/games-page.messages.en.ts'
import { landingMessages } from '../../web/pages/landing-page.messages.en.ts'
import { expect, test } from './fixtures.ts'

test('[GAM-2] the landing page leads to the games, and to those of one operation', async ({ page }) => {
  await page.goto('/landing')
  await page.getByRole('link', { name: landingMessages.about.audiences[2]?.link?.label ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('radio', { name: new RegExp(words.operations.division) }).check()
  await expect(page.getByText(words.shown(8), { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('heading', { name: words.games['secret-card'].title })).toBeVisible()
  await expect(page.getByRole('heading', { name: words.games['two-hands'].title })).toHaveCount(0)
})
