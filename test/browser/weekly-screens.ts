import { expect, type Page } from '@playwright/test'
import type { WeeklyMailSettings } from '../../contract/weekly-report.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { weeklyMessages } from '../../web/features/weekly/messages.en.ts'
import { ofParent } from './adult-screens.ts'
import type { Screen } from './screens.ts'

const { email: words, off } = weeklyMessages

/** The email of a parent with a confirmed address, turned off. */
const READY: WeeklyMailSettings = {
  ready: 'yes',
  email: 'maximiliane.featherstonehaugh@home.example',
  state: 'off',
  zone: null,
  firstNames: true,
  isPaused: false,
  children: ['Ana', 'Kim'].map((name) => ({ id: name, name, isIn: true })),
}

/** The weekly report where emails are sent, with these settings of the parent's email. */
const withMail = (name: string, changes: Partial<WeeklyMailSettings>, shown: string): Screen =>
  ofParent(name, async (page) => {
    const json = { ...READY, ...changes }
    await page.route('/api/children/weekly-email', (route) => route.fulfill({ json }))
    await page.goto('/weekly-report')
    await expect(page.getByText(shown)).toBeVisible()
  })

const openLink = async (page: Page): Promise<void> => {
  await page.goto('/weekly-email-off#token')
  await expect(page.getByRole('button', { name: off.turnOff })).toBeVisible()
}

/** The weekly report of a parent, its email, and the pages that emails link to. */
export const WEEKLY_SCREENS: readonly Screen[] = [
  ofParent('weekly-report', async (page) => {
    await page.goto('/weekly-report')
    await expect(page.getByRole('heading', { name: 'Kim' })).toBeVisible()
  }),
  {
    name: 'verify-address',
    open: async (page) => {
      await page.goto('/verify#token')
      await expect(page.getByRole('button', { name: adultMessages.verify.confirm })).toBeVisible()
    },
  },
  withMail('weekly-email-unconfirmed', { ready: 'not_confirmed' }, words.notConfirmed),
  withMail('weekly-email-ready', {}, words.turnOn),
  withMail('weekly-email-on', { state: 'on', zone: 'Asia/Tokyo' }, words.when('Asia/Tokyo')),
  withMail('weekly-email-paused', { state: 'on', zone: 'America/New_York', isPaused: true }, words.paused),
  withMail('weekly-email-bounced', { state: 'bounced' }, words.bounced(READY.email)),
  { name: 'weekly-email-off', open: openLink },
  {
    name: 'weekly-email-off-done',
    open: async (page) => {
      await page.route('/api/weekly-email/off/token', (route) => route.fulfill({ json: { done: true } }))
      await openLink(page)
      await page.getByRole('button', { name: off.turnOff }).click()
      await expect(page.getByRole('heading', { name: off.done.title })).toBeVisible()
    },
  },
  {
    name: 'weekly-email-off-damaged',
    open: async (page) => {
      await page.goto('/weekly-email-off')
      await expect(page.getByRole('heading', { name: off.damaged.title })).toBeVisible()
    },
  },
]
