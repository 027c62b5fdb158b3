import { expect, type Page } from '@playwright/test'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { failToSend, guestSession, storeBeforehand } from './guest.ts'
import { openSetup, practiceScreen, start } from './practice-screen.ts'
import type { Screen } from './screens.ts'

/** Messages of the browser and the page about a part that cannot be loaded or rendered. */
const NOISE =
  /could not be drawn|failed to render|Failed to load resource|Failed to fetch|broken for the picture|The above error/

const faulty = (name: string, open: (page: Page) => Promise<void>): Screen => ({
  name,
  noise: NOISE,
  open: async (page) => {
    await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now())))
    await open(page)
  },
})

/** Asks for a page whose code cannot come. */
async function askForFaq(page: Page, lose: 'refused' | 'never'): Promise<void> {
  await page.route('**/assets/faq*', (route) => (lose === 'refused' ? route.abort() : undefined))
  await page.goto('/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.faq }).focus()
}

/** Screens for failures, waiting, and sessions that ended early. */
export const FAULT_SCREENS: readonly Screen[] = [
  faulty('fault-page', async (page) => {
    await askForFaq(page, 'refused')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: frameMessages.error.title })).toBeVisible()
  }),
  faulty('fault-page-loading', async (page) => {
    await askForFaq(page, 'never')
    await page.keyboard.press('Enter')
    await page.clock.runFor(2000)
    await expect(page.getByRole('status').filter({ hasText: uiMessages.loading })).toBeVisible()
  }),
  faulty('fault-practice', async (page) => {
    // Only a broken device would do this: what the setup screen needs to name its minutes fails.
    await page.addInitScript(() => {
      Intl.ListFormat.prototype.format = () => {
        throw new Error('broken for the picture')
      }
    })
    await page.goto('/practice/addition_facts?guest=true')
    await expect(page.getByRole('heading', { name: frameMessages.error.title })).toBeVisible()
  }),
  faulty('fault-practice-offline', async (page) => {
    await failToSend(page)
    await openSetup(page)
    await page.clock.pauseAt(Date.now() + 30_000)
    await start(page)
    await page.clock.runFor(100)
    await expect(page.getByText(frameMessages.away)).toBeVisible()
  }),
  faulty('fault-practice-nothing', async (page) => {
    await openSetup(page, { durationSeconds: 10 })
    await page.clock.pauseAt(Date.now() + 30_000)
    await start(page)
    await page.clock.runFor(10_100)
    await page.clock.runFor(2600)
    await expect(practiceScreen(page).playAgain).toBeVisible()
  }),
]
