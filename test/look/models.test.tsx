import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Fact } from '../../domain/fact.ts'
import { FACTS } from '../../domain/learning/memory.ts'
import { visualModelFor } from '../../domain/visual-model.ts'
import { ArrayModel } from '../../web/ui/array-model.tsx'
import { EmptyFrame } from '../../web/ui/empty-frame.tsx'
import { MakeTen } from '../../web/ui/make-ten.tsx'
import { NumberLine } from '../../web/ui/number-line.tsx'
import { ProgressFrames } from '../../web/ui/progress-frames.tsx'
import { Spinner } from '../../web/ui/spinner.tsx'
import { TenFrames } from '../../web/ui/ten-frames.tsx'
import { VisualModelView } from '../../web/ui/visual-model-view.tsx'

function drawn(fact: Fact): string {
  return renderToStaticMarkup(
    <VisualModelView model={visualModelFor(fact)} label="what is seen" animated={false} />,
  )
}

function count(markup: string, piece: RegExp): number {
  return [...markup.matchAll(piece)].length
}

/** How many frames two addends are drawn in. */
function frames(first: number, second: number): number {
  const markup = renderToStaticMarkup(<TenFrames first={first} second={second} crossedOut={0} label="" />)
  return count(markup, /<rect[^>]* class="fill-none stroke-ink"/g)
}

function words(markup: string): string[] {
  return [...markup.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text)
}

test("[VIS-5] every fact's model is one labeled picture without the answer", () => {
  for (const fact of FACTS) {
    const markup = drawn(fact)
    expect(markup, fact.id).toMatch(/^<svg [^>]*role="img" aria-label="what is seen"/)
    const operands = [fact.operand1, fact.operand2].map(String)
    const others = words(markup).filter((word) => !operands.includes(word))
    expect(others, fact.id).not.toContain(String(fact.answer))
  }
})

test('[VIS-5] a jump on the number line starts at a number and lands on none', () => {
  const forward = words(renderToStaticMarkup(<NumberLine from={24} jump={16} max={40} label="" />))
  expect(forward).toContain('24')
  expect(forward).toContain('+16')
  expect(forward).not.toContain('40')
  const back = words(renderToStaticMarkup(<NumberLine from={35} jump={-12} max={40} label="" />))
  expect(back).toContain('35')
  expect(back).toContain('−12')
  expect(back).not.toContain('23')
})

test('[VIS-2, VIS-5] ten-frames draw as many dots as the problem has, with crossed-out ones marked', () => {
  const [first, second, struck] = [/fill-current/g, /fill-on-accent"/g, /stroke-dasharray/g]
  const sum = renderToStaticMarkup(<TenFrames first={7} second={8} crossedOut={0} label="" />)
  expect([first, second, struck].map((piece) => count(sum, piece))).toEqual([7, 8, 2])
  const difference = renderToStaticMarkup(<TenFrames first={15} second={0} crossedOut={7} label="" />)
  expect([first, second, struck].map((piece) => count(difference, piece))).toEqual([8, 0, 7])
})

test('[VIS-5] two addends that cross ten get a frame each; others share frames', () => {
  expect(frames(7, 8)).toBe(2)
  expect(frames(3, 4)).toBe(1)
  expect(frames(12, 8)).toBe(2)
  expect(frames(100, 0)).toBe(10)
})

test('[VIS-8] an array numbers its sides and outlines each row; in division the row size is the question', () => {
  const product = renderToStaticMarkup(
    <ArrayModel model={{ type: 'array', rows: 3, columns: 4, asked: 'total' }} label="" />,
  )
  expect(words(product)).toEqual(['3', '4'])
  expect(count(product, /<rect/g)).toBe(3)
  const quotient = renderToStaticMarkup(
    <ArrayModel model={{ type: 'array', rows: 3, columns: 4, asked: 'columns' }} label="" />,
  )
  expect(words(quotient)).toEqual(['3', '?'])
})

test.each([
  [8, 5, 2, 'second'],
  [5, 8, 2, 'first'],
  [7, 7, 3, 'second'],
  [10, 4, 0, 'second'],
] as const)('[VIS-9] %d + %d: %d dots of the %s move over to make a ten', (first, second, moved, giver) => {
  const still = renderToStaticMarkup(<MakeTen first={first} second={second} label="" animated={false} />)
  expect(count(still, /fill-current/g)).toBe(first)
  expect(count(still, /fill-on-accent"/g)).toBe(second)
  expect(count(still, /stroke-dasharray/g)).toBe(moved)
  expect(count(still, /play-move/g)).toBe(0)
  const moving = renderToStaticMarkup(<MakeTen first={first} second={second} label="" animated />)
  const dots = [...moving.matchAll(/<g class="play-move"[^>]*>(<\w+ class="[^"]*"|<circle[^>]*>)/g)]
  expect(dots).toHaveLength(moved)
  for (const [dot] of dots) expect(dot).toContain(giver === 'first' ? 'fill-current' : 'fill-accent')
})

test('[LOK-11] progress fills one frame per ten problems, and a shape shows how each one went', () => {
  const marks = ['first', 'later', 'missed'] as const
  for (const total of [10, 20, 50] as const) {
    const markup = renderToStaticMarkup(<ProgressFrames total={total} marks={marks} />)
    expect(count(markup, /fill-none stroke-ink"/g)).toBe(total / 10)
    expect(markup).toContain(`aria-label="3 of ${total} problems done"`)
    const shapes = [...markup.matchAll(/<path d="([^"]+)" transform="translate\([^)]*\)" class/g)].map(
      ([, d]) => d,
    )
    expect(new Set(shapes).size).toBe(3)
  }
})

test('[LOK-11] loading is a ten-frame that fills, with its text; an empty state is a frame with one dot', () => {
  const waiting = renderToStaticMarkup(<Spinner />)
  expect(count(waiting, /<circle/g)).toBe(10)
  expect(waiting).toContain('Loading…')
  expect(waiting).toMatch(/^<output/)
  expect(count(renderToStaticMarkup(<EmptyFrame />), /<circle/g)).toBe(1)
})
