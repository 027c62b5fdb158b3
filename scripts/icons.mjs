#!/usr/bin/env node
/**
 * Draws the icons of the installed app from `web/public/favicon.svg`, the ten-frame. They are committed; run this when that
 * changes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'

const PUBLIC = join(ROOT, 'web', 'public')
const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
const INK = '#17203a'
/** Systems cut maskable icons into shapes of their own: the frame stays within the circle that none of them cuts. */
const maskable = svg
  .replace('rx="14"', '')
  .replace(/(<g [\s\S]*)<\/svg>/, '<g transform="translate(4.8 4.8) scale(.85)">$1</g></svg>')

const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ['--no-sandbox'],
})
for (const size of [192, 512]) {
  for (const [name, picture, background] of [
    ['icon', svg, 'transparent'],
    ['icon-maskable', maskable, INK],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body{margin:0;background:${background}}svg{display:block;width:100vw}</style>${picture}`,
    )
    await page.screenshot({ path: join(PUBLIC, `${name}-${size}.png`), omitBackground: true })
    await page.close()
  }
}
await browser.close()
