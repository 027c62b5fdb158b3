import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/ops/metrics.ts'

/** What is reported of the event loop's delay, in seconds by the name of the summary. */
function delaysIn(text: string): Record<string, number> {
  const lines = text.matchAll(/^nodejs_eventloop_lag_(?:(\w+)_)?seconds (\S+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = 'now', seconds]) => [name, Number(seconds)]))
}

/** Nothing else happens meanwhile. */
function block(forMs: number): void {
  const untilMs = performance.now() + forMs
  while (performance.now() < untilMs);
}

test('[BAT-64] measures no event loop delay when idle, and the delay when something blocks it', async () => {
  const metrics = createMetrics({ withProcessMetrics: true })
  const before = delaysIn(await metrics.text())
  expect(Object.keys(before).toSorted()).toEqual(['max', 'mean', 'min', 'now', 'p50', 'p90', 'p99'])
  // Time itself is what is measured: ten looks at a loop that nothing delays, once the machine's other work allows it.
  await expect
    .poll(() => later(500).then(async () => delaysIn(await metrics.text())['p50']))
    .toBeLessThan(0.01)

  await later(100)
  block(300)
  await later(100)
  const blocked = delaysIn(await metrics.text())
  expect(blocked['max']).toBeGreaterThanOrEqual(0.24)
  expect(blocked['min']).toBeLessThan(0.24)
})
