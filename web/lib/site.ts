import type { Site } from '../../contract/site.ts'
import { DEFAULT_RETENTION } from '../../domain/retention.ts'
import { SITE_ELEMENT_ID } from '../generated/constants.ts'
import { isSite } from '../generated/site.ts'
import { warn } from './log.ts'

/** Used when the page came without its data block (a broken proxy): play must go on. Decisions §1 and §9. */
const FALLBACK: Site = {
  name: 'Tenfold',
  operator: 'Tenfold Learning',
  contactAddress: 'hello@tenfold.example',
  legalDate: '2025-08-16',
  guestDailySeconds: 600,
  guestRetentionDays: 7,
  battleSeconds: 60,
  retention: DEFAULT_RETENTION,
  looksUpLocation: false,
  publicUrl: null,
}

let known: Site | null = null

/** Settings from the text of the page's data block; the defaults when it is missing or malformed. */
export function parseSite(text: string | null | undefined): Site {
  try {
    const json: unknown = JSON.parse(text ?? '')
    if (isSite(json)) return json
  } catch {
    // Falls through to the defaults below.
  }
  warn('No page settings: defaults used')
  return FALLBACK
}

/** The settings of this installation that a visitor may see; read from the page once. */
export function readSite(): Site {
  known ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent)
  return known
}
