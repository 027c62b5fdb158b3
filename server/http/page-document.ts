import { SITE_ELEMENT_ID } from '../../contract/site.ts'
import type { Site } from '../../contract/site.ts'

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** URL paths of the scripts a screen needs besides the entry. */
export type PageAssets = { readonly scripts: readonly string[] }

/**
 * The app's HTML with the public settings embedded, so that text does not shift on load, and with preload links for the scripts
 * of its screen.
 */
export function pageDocument(template: string, site: Site, assets: PageAssets): string {
  // `</` would end the script element, and some parsers treat U+2028 as a line break.
  const json = JSON.stringify(site)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const block = `<script type="application/json" id="${SITE_ELEMENT_ID}">${json}</script>`
  const links = assets.scripts.map(
    (href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}">`,
  )
  return template
    .replace('<!--site-->', () => [block, ...links].join('\n    '))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.name)}</title>`)
}
