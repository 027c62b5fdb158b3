import { readFileSync } from 'node:fs'

export const STYLES = readFileSync(new URL('../../web/styles.css', import.meta.url), 'utf8')

export type Tokens = ReadonlyMap<string, string>

/** The colour tokens set by the block that opens with `opening`. */
function tokensOf(opening: string): Tokens {
  const start = STYLES.indexOf(opening)
  if (start < 0) throw new Error(`web/styles.css has no ${opening}`)
  const block = STYLES.slice(start, STYLES.indexOf('}', start))
  const found = [...block.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value]))
}

export const LIGHT = tokensOf('@theme {')
export const DARK_BY_CHOICE = tokensOf("[data-theme='dark'] {")
export const DARK_BY_SYSTEM = tokensOf(":root:not([data-theme='light']) {")

export const THEMES: readonly (readonly [string, Tokens])[] = [
  ['light', LIGHT],
  ['dark', DARK_BY_CHOICE],
]

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Hue in degrees, 0 to 360. */
export function hue(colour: string): number {
  const [red, green, blue] = channels(colour)
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  if (span === 0) return 0
  if (most === red) return (((green - blue) / span) * 60 + 360) % 360
  return most === green ? ((blue - red) / span + 2) * 60 : ((red - green) / span + 4) * 60
}
