import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallResult, Failure } from '../../web/lib/api.ts'
import { ServerValue, type PageVisibility } from '../../web/lib/server-value.ts'

const AWAY: Failure = { ok: false, status: 0, message: '0: gone', code: 'unreachable' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A visible page. */
class Page implements PageVisibility {
  seen = true
  listeners = new Set<() => void>()
  isVisible = () => this.seen
  listen = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  /** Changes something and lets the page say so, as the browser does. */
  change(to: Partial<Pick<Page, 'seen'>> = {}): void {
    Object.assign(this, to)
    for (const listener of this.listeners) listener()
  }
}

type Asked = { readonly signal: AbortSignal; readonly answer: (result: CallResult<string>) => Promise<void> }

/** A live value whose calls are answered by hand, or at once with what `say` returns. */
function open(say?: () => CallResult<string>) {
  const page = new Page()
  const live = new ServerValue<string>(page)
  const asked: Asked[] = []
  live.follow((signal) => {
    if (say) {
      asked.push({ signal, answer: async () => {} })
      return Promise.resolve(say())
    }
    return new Promise((resolve) => {
      const answer = async (result: CallResult<string>) => {
        resolve(result)
        await vi.advanceTimersByTimeAsync(0)
      }
      asked.push({ signal, answer })
    })
  }, 4000)
  return { page, live, asked }
}

const ok = (value: string): CallResult<string> => ({ ok: true, value })
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('[LB-60] has no value until the first response, then refreshes every 4 s', async () => {
  const { live, asked } = open()
  const changed = vi.fn()
  live.subscribe(changed)
  expect(live.snapshot).toEqual({ state: 'loading' })
  await asked[0]?.answer(ok('one'))
  expect(live.snapshot).toEqual({ state: 'value', value: 'one', failure: null })
  expect(changed).toHaveBeenCalledTimes(1)
  await passMs(3999)
  expect(asked).toHaveLength(1)
  await passMs(1)
  expect(asked).toHaveLength(2)
})

test('[LB-60] an unchanged response causes no rendering', async () => {
  const { live } = open(() => ok('same'))
  const changed = vi.fn()
  live.subscribe(changed)
  await passMs(20_000)
  expect(changed).toHaveBeenCalledTimes(1)
})

test('[LB-60] focus, network and switching keys never cause requests more often than every 2 s', async () => {
  const { page, live, asked } = open(() => ok('one'))
  let stop = live.subscribe(() => {})
  for (let at = 0; at < 99; at += 1) {
    await passMs(100)
    page.change()
    stop()
    stop = live.subscribe(() => {})
  }
  expect(asked).toHaveLength(5)
})

test('[LB-60] a hidden page requests nothing, and refreshes at once when visible again', async () => {
  const { page, live, asked } = open(() => ok('one'))
  live.subscribe(() => {})
  await passMs(100)
  page.change({ seen: false })
  await passMs(60_000)
  expect(asked).toHaveLength(1)
  page.change({ seen: true })
  expect(asked).toHaveLength(2)
})

test('[LB-60] shows the last value at once on returning; two users of a value share one request', async () => {
  const { live, asked } = open(() => ok('one'))
  const stops = [live.subscribe(() => {}), live.subscribe(() => {})]
  await passMs(100)
  expect(asked).toHaveLength(1)
  for (const stop of stops) stop()
  await passMs(60_000)
  expect(asked).toHaveLength(1)
  live.subscribe(() => {})
  expect(live.snapshot).toEqual({ state: 'value', value: 'one', failure: null })
  expect(asked).toHaveLength(2)
})

test('[LB-61] a failed refresh keeps the value and marks it stale; the next good one makes it fresh', async () => {
  const { live, asked } = open()
  live.subscribe(() => {})
  await asked[0]?.answer(ok('one'))
  await passMs(4000)
  await asked[1]?.answer(AWAY)
  expect(live.snapshot).toEqual({ state: 'value', value: 'one', failure: AWAY })
  await passMs(4000)
  await asked[2]?.answer(ok('one'))
  expect(live.snapshot).toEqual({ state: 'value', value: 'one', failure: null })
})

test('[LB-61] a failed first call is an error, and is retried', async () => {
  const { live, asked } = open()
  live.subscribe(() => {})
  await asked[0]?.answer(AWAY)
  expect(live.snapshot).toEqual({ state: 'failed', failure: AWAY })
  await passMs(4000)
  await asked[1]?.answer(ok('one'))
  expect(live.snapshot).toMatchObject({ state: 'value', value: 'one' })
})

test('[LB-61] respects a pause requested by the server', async () => {
  const { live, asked } = open(() => ({ ...AWAY, status: 429, retryAfterSeconds: 30 }))
  live.subscribe(() => {})
  await passMs(29_000)
  expect(asked).toHaveLength(1)
  await passMs(1000)
  expect(asked).toHaveLength(2)
})

test('[LB-61] waits for a slow response without a second request', async () => {
  const { page, live, asked } = open()
  live.subscribe(() => {})
  await passMs(30_000)
  page.change()
  expect(asked).toHaveLength(1)
  await asked[0]?.answer(ok('late'))
  expect(live.snapshot).toMatchObject({ value: 'late' })
  await passMs(1)
  expect(asked).toHaveLength(2)
})

test('[LB-61] leaving cancels the request, and its response changes nothing', async () => {
  const { live, asked, page } = open()
  const stop = live.subscribe(() => {})
  stop()
  expect(asked[0]?.signal.aborted).toBe(true)
  await asked[0]?.answer(ok('too late'))
  expect(live.snapshot).toEqual({ state: 'loading' })
  expect(page.listeners.size).toBe(0)
  await passMs(60_000)
  expect(asked).toHaveLength(1)
})

test('[LB-61] after a failure it retries after 3, 6, 12… s up to its usual interval', async () => {
  const page = new Page()
  const live = new ServerValue<string>(page)
  const startedAtMs = performance.now()
  const askedAtMs: number[] = []
  live.follow(() => {
    askedAtMs.push(performance.now() - startedAtMs)
    return Promise.resolve(askedAtMs.length < 6 ? AWAY : ok('back'))
  }, 30_000)
  live.subscribe(() => {})
  await passMs(120_000)
  expect(askedAtMs).toEqual([0, 3000, 9000, 21_000, 45_000, 75_000, 105_000])
})
