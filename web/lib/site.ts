import type { Site } from '../../contract/site.ts'
import { SITE_ELEMENT_ID } from '../generated/constants.ts'
import { isSite } from '../generated/site.ts'
import { warn } from './log.ts'

/** Used if the page has no data block, as behind a broken proxy. Decisions §1 and §9. */
const FALLBACK: Site = {
  name: 'Tenfold',
  operator: 'Tenfold Learning',
  contactAddress: 'hello@tenfold.example',
  guestDailySeconds: 600,
  guestRetentionDays: 7,
  battleSeconds: 60,
  looksUpLocation: false,
  publicUrl: null,
}

let known: Site | null = null

/** Parses the page's data block; returns defaults if it is missing or invalid. */
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

/** The public settings of this installation, read from the page once. */
export function readSite(): Site {
  known ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent)
  return known
}
