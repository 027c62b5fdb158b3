import { SITE_ELEMENT_ID } from '../../contract/site-element.ts'
import type { Site as WholeSite } from '../../contract/site.ts'
import { warn } from './log.ts'
import { hasShape, isBoolean, isNumber, isText } from './shape.ts'

/** What every page reads; the rest is read by those that need it: `card-address.ts`, `retention.ts`. */
export type PageSite = Omit<WholeSite, 'publicUrl' | 'retention'>

/** Used when the page came without its data block (a broken proxy): play must go on. Decisions §1 and §9. */
const FALLBACK: PageSite = {
  name: 'Tenfold',
  operator: 'Tenfold Learning',
  contactAddress: 'hello@tenfold.example',
  legalDate: '2025-08-16',
  guestDailySeconds: 600,
  guestRetentionDays: 7,
  battleSeconds: 60,
  looksUpLocation: false,
}

const isSite = hasShape<PageSite>({
  name: isText,
  operator: isText,
  contactAddress: isText,
  legalDate: isText,
  guestDailySeconds: isNumber,
  guestRetentionDays: isNumber,
  battleSeconds: isNumber,
  looksUpLocation: isBoolean,
})

let known: PageSite | null = null

/** Settings from the text of the page's data block; the defaults when it is missing or malformed. */
export function parseSite(text: string | null | undefined): PageSite {
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
export function readSite(): PageSite {
  known ??= parseSite(document.getElementById(SITE_ELEMENT_ID)?.textContent)
  return known
}
