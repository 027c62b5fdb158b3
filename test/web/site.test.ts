import { afterEach, expect, test, vi } from 'vitest'
import type { Site } from '../../contract/site.ts'
import { parseSite } from '../../web/lib/site.ts'

const SITE: Site = {
  name: 'Zehnfach',
  operator: 'Example School Ltd',
  contactAddress: 'hello@example.org',
  guestDailySeconds: 999_999,
  guestRetentionDays: 3,
  battleSeconds: 90,
  looksUpLocation: true,
  publicUrl: 'https://ten.school.example',
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('[RUN-7] name, operator, contact address and legal date come from the page itself', () => {
  expect(parseSite(JSON.stringify(SITE))).toEqual(SITE)
})

test('[RUN-7] a page with missing or broken settings still works, with the defaults', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const broken = [
    undefined,
    '',
    '{',
    '[]',
    'null',
    '{"name":"x"}',
    JSON.stringify({ ...SITE, guestDailySeconds: 'x' }),
    JSON.stringify({ ...SITE, publicUrl: 7 }),
  ]
  for (const text of broken) {
    expect(parseSite(text)).toMatchObject({
      name: 'Tenfold',
      guestDailySeconds: 600,
      battleSeconds: 60,
      publicUrl: null,
    })
  }
  expect(warned).toHaveBeenCalledTimes(broken.length)
})
