import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = 'dist/web/assets'

const textOf = (ending: string): string =>
  readdirSync(ASSETS)
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(ASSETS, file), 'utf8'))
    .join('\n')

/** Newer than Safari 16.4, Chrome 111 or Firefox 128. What the language has, the types of ES2023 limit. */
const NEWER_IN_SCRIPTS = [
  /\bURL\.(?:canParse|parse)\(/,
  /\bAbortSignal\.any\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\b(?:Object|Map)\.groupBy\(/,
  /\bArray\.fromAsync\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\bIterator\.from\(/,
  /\bnew Intl\.DurationFormat\b/,
]

test.each(NEWER_IN_SCRIPTS)('[SCR-16] the scripts do not use %s', (newer) => {
  expect(textOf('.js')).not.toMatch(newer)
})

const NEWER_IN_STYLES = [
  /light-dark\(/,
  /@scope\b/,
  /\banchor\(/,
  /[{};]\s*&/,
  /\bcontrast-color\(/,
  /@function\b/,
]

test.each(NEWER_IN_STYLES)('[SCR-16] the styles do not use %s', (newer) => {
  expect(textOf('.css')).not.toMatch(newer)
})

test('[SCR-16] content with a text for screen readers stands after the same content without', () => {
  const contents = [...textOf('.css').matchAll(/content:([^;}/]*)(\/[^;}]*)?[;}]/g)]
  const withText = contents.filter(([, , text]) => text !== undefined)
  expect(withText).not.toEqual([])
  for (const each of withText) {
    const before = contents[contents.indexOf(each) - 1]
    expect([before?.[1]?.trim(), before?.[2]]).toEqual([each[1]?.trim(), undefined])
  }
})
