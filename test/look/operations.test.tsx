import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../domain/fact.ts'
import { OperationMark } from '../../web/ui/operation-mark.tsx'
import { OPERATION_TONES, operationSymbol } from '../../web/ui/operation-tone.ts'
import { hue, THEMES } from './tokens.ts'

/** Less than this between two hues and they are cousins. */
const HUES_APART_DEGREES = 30

/** What is drawn first in a mark: its outline, without colour. */
function outline(operation: (typeof OPERATIONS)[number]): string {
  const markup = renderToStaticMarkup(<OperationMark operation={operation} />)
  return /<svg[^>]*>(<[^>]*>)/.exec(markup)?.[1] ?? ''
}

test('[LOK-5] the four operations have four outlines, four signs and four sets of colors', () => {
  expect(new Set(OPERATIONS.map(outline)).size).toBe(4)
  expect(OPERATIONS.map(outline)).not.toContain('')
  expect(OPERATIONS.map(operationSymbol)).toEqual(['+', '−', '×', '÷'])
  for (const operation of OPERATIONS) {
    expect(OPERATION_TONES[operation]).toEqual({
      fill: `bg-${operation}`,
      wash: `bg-${operation}-wash`,
      text: `text-${operation}`,
      edge: `border-${operation}`,
    })
  }
})

for (const [theme, tokens] of THEMES) {
  test(`[LOK-5] ${theme}: the four colors' hues are at least ${HUES_APART_DEGREES}° apart`, () => {
    const hues = OPERATIONS.map((operation) => hue(tokens.get(operation) ?? '#000000')).toSorted(
      (a, b) => a - b,
    )
    const gaps = hues.map((value, index) => ((hues[index + 1] ?? (hues[0] ?? 0) + 360) - value) % 360)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HUES_APART_DEGREES)
  })
}
