import { setTimeout as delay } from 'node:timers/promises'
import type { RawLine } from './battle-line.ts'
import { battlePairs, connectAll } from './battle-pairs.ts'
import { processorSeconds } from './process-figures.ts'

export type IdleTask = {
  readonly kind: 'idle'
  readonly pairs: number
  /** Connections are spread evenly over this time; as long as one ping interval, so that pings are spread evenly too. */
  readonly connectSeconds: number
  readonly windowSeconds: number
  /** How many windows before and with battles. */
  readonly connectedWindows: number
  readonly windows: number
}

/** Shares of a core, from 0 to 1, one per window. */
export type IdleFigures = {
  readonly battles: number
  readonly connectedOnly: readonly number[]
  readonly withBattles: readonly number[]
}

const SETTLE_MS = 3_000
const CONNECTIONS_AT_ONCE = 50

async function connectEvenly(port: number, count: number, seconds: number): Promise<RawLine[]> {
  const startMs = performance.now()
  const lines: RawLine[] = []
  while (lines.length < count) {
    const dueMs = startMs + (lines.length / count) * seconds * 1000
    await delay(Math.max(0, dueMs - performance.now()))
    const size = Math.min(CONNECTIONS_AT_ONCE, count - lines.length)
    lines.push(...(await connectAll(port, 'tenfold', size)))
  }
  return lines
}

/** What connections alone, and then live battles without answers, take of the server's core. */
export async function measureIdle(
  { port, pid }: { readonly port: number; readonly pid: number },
  task: IdleTask,
): Promise<IdleFigures> {
  const { pairs, connectSeconds, windowSeconds, connectedWindows, windows } = task
  const usedParts = async (count: number): Promise<number[]> => {
    const parts: number[] = []
    await delay(SETTLE_MS)
    while (parts.length < count) {
      const [before, startMs] = [processorSeconds(pid), performance.now()]
      await delay(windowSeconds * 1000)
      parts.push(((processorSeconds(pid) - before) * 1000) / (performance.now() - startMs))
    }
    return parts
  }
  const lines = await connectEvenly(port, 2 * pairs, connectSeconds)
  const connectedOnly = await usedParts(connectedWindows)
  const battles = await battlePairs(port, lines)
  return { battles: battles.length, connectedOnly, withBattles: await usedParts(windows) }
}
