import { afterEach, expect, test, vi } from 'vitest'
import { parseSite, type PageSite } from '../../web/lib/site.ts'

const SITE: PageSite = {
  name: 'Zehnfach',
  operator: 'Example School Ltd',
  contactAddress: 'hello@example.org',
  legalDate: '2026-01-01',
  guestDailySeconds: 999_999,
  guestRetentionDays: 3,
  battleSeconds: 90,
  looksUpLocation: true,
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('[RUN-7] name, operator, contact address and legal date come from the page itself', () => {
  expect(parseSite(JSON.stringify(SITE))).toEqual(SITE)
})

test('[RUN-7] a page without its settings, or with broken ones, still plays, with the defaults', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const broken = [
    undefined,
    '',
    '{',
    '[]',
    'null',
    '{"name":"x"}',
    JSON.stringify({ ...SITE, guestDailySeconds: 'x' }),
  ]
  for (const text of broken) {
    expect(parseSite(text)).toMatchObject({ name: 'Tenfold', guestDailySeconds: 600, battleSeconds: 60 })
  }
  expect(warned).toHaveBeenCalledTimes(broken.length)
})
