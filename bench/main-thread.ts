import type { Browser, Page } from '@playwright/test'

/** A task of the main thread longer than this blocks for the rest of it (web.dev/tbt). */
const FREE_MS = 50

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly frame?: string }
}

export type Blocking = {
  /** By the processor time of the main thread: other programs on the machine change it little. */
  readonly processorMs: number
  /** Wall-clock time. */
  readonly wallMs: number
}

const keyOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

function tasksOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => keyOf(event)),
  )
  const byThread = new Map<string, TraceEvent[]>()
  for (const event of events) {
    if (event.name !== 'ThreadControllerImpl::RunTask' || event.ph !== 'X' || !mains.has(keyOf(event)))
      continue
    byThread.set(keyOf(event), [...(byThread.get(keyOf(event)) ?? []), event])
  }
  // Chromium keeps spare processes, which do next to nothing.
  const [busiest = []] = [...byThread.values()].toSorted((one, other) => other.length - one.length)
  return busiest
}

function sumOf(tasks: readonly TraceEvent[], lasted: (task: TraceEvent) => number | undefined): number {
  const over = tasks.map((task) => Math.max(0, (lasted(task) ?? 0) / 1000 - FREE_MS))
  return over.reduce((sum, ms) => sum + ms, 0)
}

/** How long the page's main thread was blocked while `act` ran; during a load, from its first content on. */
export async function blockingOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<Blocking> {
  await browser.startTracing(page, { categories: ['toplevel', 'loading', 'devtools.timeline'] })
  await act()
  const { traceEvents: events } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[]
  }
  const painted = events.findLast(
    ({ name, args }) => name === 'firstContentfulPaint' && args?.frame !== undefined,
  )
  const tasks = tasksOf(events).filter(({ ts, dur = 0 }) => ts + dur > (painted?.ts ?? 0))
  return {
    processorMs: sumOf(tasks, ({ tdur }) => tdur),
    wallMs: sumOf(tasks, ({ dur }) => dur),
  }
}
