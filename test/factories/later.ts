import { onTestFinished, vi } from 'vitest'

/**
 * Moves the clock by which the limits of signing in are counted, and stops it until the test ends, so that a slow machine does not
 * shorten a wait.
 */
export function later(ms: number): void {
  const nowMs = Date.now()
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }
  vi.setSystemTime(nowMs + ms)
}

/** Stops that clock until the test ends or moves it on. */
export const stopClock = (): void => later(0)
