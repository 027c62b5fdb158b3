import { SITE_ELEMENT_ID } from '../../contract/site.ts'
import type { Site } from '../../contract/site.ts'

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The built files a screen needs beside what the page names: addresses of scripts. */
export type PageAssets = { readonly scripts: readonly string[] }

/**
 * The page of the app with the settings a visitor may see in it, so that no text jumps when it loads, and with the code
 * of its screen asked for at once instead of when the shell has run.
 */
export function pageDocument(template: string, site: Site, assets: PageAssets): string {
  // A data block ends at the first `</`, and U+2028 is a line end to some readers: both are written as escapes.
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
