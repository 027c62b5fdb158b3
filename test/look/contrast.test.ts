import { BADGE_COLORS } from '../../domain/badge.ts'
import { expect, test } from 'vitest'
import { contrast, DARK_BY_CHOICE, DARK_BY_SYSTEM, LIGHT, THEMES } from './tokens.ts'
import { usedPairs } from './used-pairs.ts'

const TEXT = 4.5
const CONTROL = 3

type Pair = readonly [foreground: string, background: string, least: number]

const SURFACES = ['paper', 'sheet', 'sunk']
const OPERATION_COLOURS = ['addition', 'subtraction', 'multiplication', 'division']
const STATE_COLOURS = ['thinking', 'success']
const MEDALS = ['gold', 'silver', 'bronze']

/** Every pair of colours that a screen puts on each other. A new pair in the app is a new row here, or the last test fails. */
const PAIRS: readonly Pair[] = [
  ...SURFACES.flatMap((surface): Pair[] => [
    ['ink', surface, TEXT],
    ['ink-soft', surface, TEXT],
    ['edge', surface, CONTROL],
    ['focus', surface, CONTROL],
  ]),
  // Tooltips and toasts.
  ['sheet', 'ink', TEXT],
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-strong', TEXT],
  ...OPERATION_COLOURS.map((colour): Pair => ['on-operation', colour, TEXT]),
  ...STATE_COLOURS.map((colour): Pair => [`on-${colour}`, colour, TEXT]),
  ...[...OPERATION_COLOURS, ...STATE_COLOURS].flatMap((colour): Pair[] => [
    [colour, 'paper', TEXT],
    [colour, 'sheet', TEXT],
    [colour, 'sunk', CONTROL],
    [colour, `${colour}-wash`, TEXT],
    ['ink', `${colour}-wash`, TEXT],
    ['ink-soft', `${colour}-wash`, TEXT],
    ['edge', `${colour}-wash`, CONTROL],
    ['focus', `${colour}-wash`, CONTROL],
  ]),
  // Plants stand on the cells of a frame, and small in a bed's picture.
  ...['soil', 'water'].flatMap((colour): Pair[] => [
    [colour, 'sheet', CONTROL],
    [colour, 'paper', CONTROL],
  ]),
  ...MEDALS.map((medal): Pair => ['on-accent', medal, TEXT]),
]

/** How much lighter the one of two medals must be that differ little in hue: people who see few colors can also distinguish them. */
const APART = 1.8

const contrastIn = (tokens: ReadonlyMap<string, string>) => (one: string, other: string) =>
  contrast(tokens.get(one) ?? '', tokens.get(other) ?? '')

for (const [theme, tokens] of THEMES) {
  test.each(PAIRS)(
    `[LOK-2] ${theme}: %s on %s has a contrast of at least %d`,
    (foreground, background, least) => {
      const [one, other] = [tokens.get(foreground), tokens.get(background)]
      expect(one, foreground).toBeDefined()
      expect(other, background).toBeDefined()
      expect(contrast(one ?? '', other ?? '')).toBeGreaterThanOrEqual(least)
    },
  )

  test(`[LOK-2] ${theme}: the main button stands out from every surface, by its edge or its fill`, () => {
    for (const surface of SURFACES) {
      const around = tokens.get(surface) ?? ''
      const edge = contrast(tokens.get('accent-edge') ?? '', around)
      const fill = contrast(tokens.get('accent') ?? '', around)
      expect(Math.max(edge, fill), surface).toBeGreaterThanOrEqual(CONTROL)
    }
  })

  test.each(BADGE_COLORS)(`[LOK-2, SIN-12] ${theme}: a ring of %s stands out from every surface`, (color) => {
    const ring = LIGHT.get(`badge-${color}`) ?? ''
    for (const surface of SURFACES) {
      expect(contrast(ring, tokens.get(surface) ?? ''), surface).toBeGreaterThanOrEqual(CONTROL)
    }
  })

  test(`[LOK-14] ${theme}: medals stand out from every surface, by edge or fill, and gold and bronze from each other`, () => {
    const between = contrastIn(tokens)
    for (const medal of MEDALS) {
      for (const surface of SURFACES) {
        const most = Math.max(between('on-accent', surface), between(medal, surface))
        expect(most, `${medal} on ${surface}`).toBeGreaterThanOrEqual(CONTROL)
      }
    }
    expect(between('gold', 'bronze')).toBeGreaterThanOrEqual(APART)
  })
}

test('[LOK-2] the dark theme is the same, whether the system or the player chooses it', () => {
  expect([...DARK_BY_SYSTEM]).toEqual([...DARK_BY_CHOICE])
  // A child's color is the same in both: its card shows it too.
  const ofThemes = [...LIGHT.keys()].filter((token) => !token.startsWith('badge-'))
  expect([...DARK_BY_CHOICE.keys()]).toEqual(ofThemes)
})

test('[LOK-2] each text on a background in the code is one of the pairs above', () => {
  const computed = new Set(PAIRS.map(([foreground, background]) => `${foreground} on ${background}`))
  const used = usedPairs(new Set(LIGHT.keys()))
  expect(used.length).toBeGreaterThan(40)
  const missing = used.filter(({ foreground, background }) => !computed.has(`${foreground} on ${background}`))
  expect(missing).toEqual([])
})
