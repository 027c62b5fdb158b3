import { termsMessages } from '../../web/pages/terms-of-service-page.messages.en.ts'
import { faqMessages } from '../../web/pages/faq-page.messages.en.ts'
import { contactMessages } from '../../web/pages/contact-page.messages.en.ts'
import { aboutMessages } from '../../web/pages/about-page.messages.en.ts'
import { boardMessages as battleBoardMessages } from '../../web/features/battle/boards.messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { landingMessages } from '../../web/pages/landing-page.messages.en.ts'
import { notFoundMessages } from '../../web/pages/not-found-page.messages.en.ts'
import { privacyMessages } from '../../web/pages/privacy-policy-page.messages.en.ts'
import { staticPageMessages } from '../../web/pages/static-page.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { openAsGuest, playNow } from './guest.ts'
import { startPractice } from './practice-screen.ts'

/** The pages with a title and a way back to the guest home. */
const PAGES = [
  ['/about', aboutMessages.title, staticPageMessages.back],
  ['/contact', contactMessages.title, staticPageMessages.back],
  ['/privacy-policy', privacyMessages.title, staticPageMessages.back],
  ['/terms-of-service', termsMessages.title, staticPageMessages.back],
  ['/faq', faqMessages.title, staticPageMessages.back],
  ['/leaderboard', boardMessages.toStates, boardMessages.back],
  ['/leaderboard-individual', boardMessages.toPlayers, boardMessages.back],
  ['/battle-leaderboard', battleBoardMessages.title, battleBoardMessages.back],
  ['/battle', battleMessages.title, battleMessages.back],
] as const

const FOOTER = [
  frameMessages.about,
  frameMessages.contact,
  frameMessages.privacy,
  frameMessages.terms,
  frameMessages.faq,
]

test('[SCR-2, SCR-3, SCR-4, SCR-11] every page has a title of its own, also in the document, the footer and the way back', async ({
  page,
}) => {
  const titles = new Set<string>()
  for (const [path, title, back] of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const name of FOOTER) {
      await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('contentinfo')).toContainText('2025')
    // Until the page has its own, it is the name of the site.
    await expect(page).toHaveTitle(/. · Tenfold$/)
    titles.add(await page.title())
    const wayBack = page.getByRole('link', { name: back }).or(page.getByRole('button', { name: back }))
    await wayBack.first().click()
    await expect(page).toHaveURL(/\/guest$/)
  }
  for (const path of ['/guest', '/landing']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/. · Tenfold$/)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(PAGES.length + 2)
})

test('[LEG-2, LEG-5, LEG-6] contact hours, law, uptime goal and legal date match the specification', async ({
  page,
}) => {
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText('hello@tenfold.example')
  await expect(page.getByRole('main')).toContainText(/24 hours/)
  await expect(page.getByRole('main')).toContainText(/8 AM to 6 PM Pacific/)
  await page.goto('/terms-of-service')
  await expect(page.getByRole('main')).toContainText('California')
  await expect(page.getByRole('main')).toContainText('99.9%')
  await expect(page.getByRole('main')).toContainText('August 16, 2025')
  await page.goto('/privacy-policy')
  await expect(page.getByRole('main')).toContainText('August 16, 2025')
  await expect(page.getByRole('main')).toContainText(/7 days|seven days/)
  await expect(page.getByRole('main')).toContainText('COPPA')
})

test.describe('with other settings', () => {
  test.use({
    serverSettings: {
      SITE_NAME: 'Abacus </script><b>',
      OPERATOR_NAME: 'Test & Co',
      CONTACT_ADDRESS: 'help@abacus.example',
      GUEST_RETENTION_DAYS: '3',
    },
  })

  test('[RUN-7] name, operator, address and retention come from the settings, and markup in them stays text', async ({
    page,
  }) => {
    await page.goto('/contact')
    await expect(page.getByRole('main')).toContainText('help@abacus.example')
    await expect(page.getByRole('contentinfo')).toContainText('Test & Co')
    await expect(page.getByRole('contentinfo')).toContainText('Abacus </script><b>')
    await page.goto('/privacy-policy')
    await expect(page.getByRole('main')).toContainText(/3 days|three days/)
  })
})

test('[LEG-7] several FAQ items can be open at once, each opens and closes independently', async ({
  page,
}) => {
  await page.goto('/faq')
  const items = page.locator('details')
  const [first, second, third] = [items.nth(0), items.nth(1), items.nth(2)]
  await first.locator('summary').click()
  await third.locator('summary').click()
  await expect(first).toHaveAttribute('open', '')
  await expect(third).toHaveAttribute('open', '')
  await expect(second).not.toHaveAttribute('open', '')
  await first.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(first).not.toHaveAttribute('open', '')
  await expect(third).toHaveAttribute('open', '')
})

test('[LND-1, LND-2, LND-4, LND-5] the landing page has its top bar, hero, bullets, mock card, features and about section', async ({
  page,
}) => {
  await page.goto('/landing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(landingMessages.headline)
  for (const text of [
    ...landingMessages.bullets.map(({ title }) => title),
    landingMessages.features.engine.title,
    landingMessages.features.visual.title,
    landingMessages.features.motivation.title,
    landingMessages.about.title,
    landingMessages.example.problem,
    landingMessages.example.place,
    landingMessages.example.timer,
  ]) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await expect(page.locator('input[readonly]')).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '30')
  await page.locator('a[href="#features"]').first().click()
  await expect(page.locator('#features')).toBeInViewport()
  await page.locator('a[href="#about"]').first().click()
  await expect(page.locator('#about')).toBeInViewport()
})

test('[LND-1, LND-3] each way to play on the landing page leads to the guest home', async ({ page }) => {
  for (const name of [landingMessages.nav.start, landingMessages.playAsGuest, landingMessages.tryIt]) {
    await page.goto('/landing')
    await page.getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(/\/guest$/)
    await expect(playNow(page)).toBeVisible()
  }
})

test('[LEG-1, LND-3] About leads teachers and parents to the landing page', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('link', { name: aboutMessages.landing }).click()
  await expect(page.getByRole('heading', { level: 1, name: landingMessages.headline })).toBeVisible()
})

test('[SCR-5, API-13] a page that does not exist says so and leads to the guest home', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/404 \(Not Found\)|400 \(Bad Request\)/)
  expect((await page.goto('/landing/'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(landingMessages.headline)
  for (const path of ['/nowhere', '/guest/x', '/practice/a/b', '/caf%C3%A9', '/..%2f..%2fetc%2fpasswd']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByText(notFoundMessages.title)).toBeVisible()
    await expect(page.getByText(notFoundMessages.hint)).toBeVisible()
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/guest$/)
  }
})

test('[SCR-11] back and forward navigate the pages, with focus on the new content and the top in view', async ({
  page,
}) => {
  await page.goto('/guest')
  const foot = page.getByRole('contentinfo')
  await foot.getByRole('link', { name: frameMessages.privacy }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(privacyMessages.title)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await foot.getByRole('link', { name: frameMessages.faq }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(privacyMessages.title)
  await page.goBack()
  await expect(playNow(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(privacyMessages.title)
})

test('[SCR-11, PRA-20] going back from a running session and forward again finds it waiting', async ({
  page,
}) => {
  await openAsGuest(page)
  const screen = await startPractice(page)
  await page.goBack()
  await expect(page.getByText(guestMessages.playingAs)).toBeVisible()
  await page.goForward()
  await expect(screen.goOn.or(screen.problem).first()).toBeVisible()
})

test('[SCR-11] the first Tab offers a skip link to the content', async ({ page }) => {
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: frameMessages.skip })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
