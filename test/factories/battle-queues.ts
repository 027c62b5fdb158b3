import { onTestFinished } from 'vitest'
import type { BattlePlan } from '../../domain/battle-setup.ts'
import type { BattleType } from '../../domain/division.ts'
import {
  LocalBattleQueue,
  type BattleQueue,
  type QueueListener,
} from '../../server/battle/queue/battle-queue.ts'
import { systemClock, type ArenaClock } from '../../server/battle/referee/clock.ts'
import { sharedClock } from '../../server/battle/shared/shared-clock.ts'
import { SharedBattleQueue } from '../../server/battle/shared/shared-queue.ts'
import { fakeClock } from './fake-clock.ts'
import { freshRedis } from './redis.ts'
import { sharedStore } from './shared-arena.ts'

/** Players who were put together, as their opponents see them. */
export type Group = {
  readonly type: BattleType
  readonly members: readonly { readonly playerId: string; readonly nickname: string }[]
}

/** Everything a queue has said, in order. */
export type QueueRecord = {
  /** The positions a player received. */
  positionsOf(playerId: string): readonly number[]
  readonly groups: readonly Group[]
  /** Seconds that those waited who were matched. */
  readonly waitedSeconds: readonly number[]
  readonly gone: readonly { readonly to: string; readonly playerId: string; readonly sinceMs: number }[]
  readonly full: readonly string[]
}

export type JoinOptions = {
  readonly type?: BattleType
  readonly nickname?: string
  /** How long the player says to have waited before. */
  readonly agoMs?: number
}

/** A queue whose pages answer at once when they are asked for a sign of life, but for those who are made silent. */
export type QueueOfTest = {
  /** Where the player's page is; a new one where there are several is at each in turn. */
  join(playerId: string, options?: JoinOptions): void
  /** Joins from another tab, at the next process where there are several. */
  joinFromNextTab(playerId: string, options?: JoinOptions): void
  leave(playerId: string, to: 'left' | 'computer'): void
  silence(playerId: string): void
  /** The page answers again. */
  wake(playerId: string): void
  /** Empties what waits at every process. */
  empty(): readonly string[]
  length(): number
  /** Resolves when so much time has passed on the queue's clock. */
  after(ms: number): Promise<void>
  readonly received: QueueRecord
}

export type QueueAdapter = {
  readonly name: string
  /** `most` bounds each queue. */
  readonly open: (most?: number) => Promise<QueueOfTest>
}

export const ADDING: BattleType = { division: 'addition_subtraction', preference: 'addition' }
const MOST = 100

type Pages = {
  readonly received: QueueListener
  readonly waited: (seconds: number) => void
  /** The pages at these queues, one queue a process. */
  serve(queues: readonly BattleQueue[], clock: ArenaClock): QueueOfTest
}

function pages(): Pages {
  const positions = new Map<string, number[]>()
  const groups: Group[] = []
  const waitedSeconds: number[] = []
  const gone: { to: string; playerId: string; sinceMs: number }[] = []
  const full: string[] = []
  const silent = new Set<string>()
  const at = new Map<string, number>()
  let queues: readonly BattleQueue[] = []
  const queueOf = (playerId: string): BattleQueue | undefined => queues[at.get(playerId) ?? 0]

  const received: QueueListener = {
    position: (playerId, position) =>
      void positions.set(playerId, [...(positions.get(playerId) ?? []), position]),
    full: (playerId) => void full.push(playerId),
    ping: (playerId) => {
      if (!silent.has(playerId)) setImmediate(() => queueOf(playerId)?.alive(playerId))
    },
    gone: (to, { playerId, sinceMs }) => void gone.push({ to, playerId, sinceMs }),
    matched: (type, members) =>
      void groups.push({ type, members: members.map(({ playerId, nickname }) => ({ playerId, nickname })) }),
  }

  return {
    received,
    waited: (seconds) => void waitedSeconds.push(seconds),
    serve: (given, clock) => {
      queues = given
      const join = (
        playerId: string,
        { type = ADDING, nickname = playerId, agoMs = 0 }: JoinOptions = {},
      ): void => {
        if (!at.has(playerId)) at.set(playerId, at.size % queues.length)
        queueOf(playerId)?.join(type, { playerId, nickname, location: '', sinceMs: clock.nowMs() - agoMs })
      }
      return {
        join,
        joinFromNextTab: (playerId, options) => {
          const before = queueOf(playerId)
          at.set(playerId, ((at.get(playerId) ?? 0) + 1) % queues.length)
          join(playerId, options)
          // As a gateway does when notified that the page is at another process.
          if (before !== queueOf(playerId)) before?.leave(playerId, 'left')
        },
        leave: (playerId, to) => queueOf(playerId)?.leave(playerId, to),
        silence: (playerId) => void silent.add(playerId),
        wake: (playerId) => {
          silent.delete(playerId)
          queueOf(playerId)?.alive(playerId)
        },
        empty: () => queues.flatMap((queue) => queue.empty()),
        length: () => queues.reduce((sum, queue) => sum + queue.length(), 0),
        after: (ms) => new Promise((resolve) => clock.later(ms, resolve)),
        received: {
          positionsOf: (playerId) => positions.get(playerId) ?? [],
          groups,
          waitedSeconds,
          gone,
          full,
        },
      }
    },
  }
}

/** A clock on which a millisecond passes in each turn of the event loop, however long that takes, until the test ends. */
function quickClock(): ArenaClock {
  const clock = fakeClock(1_789_000_000_000)
  let isOver = false
  const turn = (): void => {
    clock.forward(1)
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  onTestFinished(() => void (isOver = true))
  return clock
}

/** The queue of a process that is alone. */
export const LOCAL_QUEUE: QueueAdapter = {
  name: 'the queue of one process',
  open: async (most = MOST) => {
    const clock = quickClock()
    const { received, waited, serve } = pages()
    const queue = new LocalBattleQueue(
      { clock, maxWaiting: most },
      {
        ...received,
        matched: (type, group) => {
          for (const { sinceMs } of group) waited((clock.nowMs() - sinceMs) / 1000)
          received.matched(type, group)
        },
      },
    )
    return serve([queue], clock)
  },
}

/** One queue of so many processes, in a Redis of its own. */
export function queueInRedis(processes: number): QueueAdapter {
  return {
    name: `the queue of ${processes} in a Redis`,
    open: async (most = MOST) => {
      const redis = await freshRedis()
      const clock = sharedClock(systemClock())
      const { received, waited, serve } = pages()
      const queues: SharedBattleQueue[] = []
      let ids = 0
      /** The owner of the battle tells the processes that have the pages. */
      const begin = (plan: BattlePlan): void => {
        const members = plan.entrants.flatMap((entrant) => (entrant.kind === 'person' ? [entrant] : []))
        received.matched(
          plan,
          members.map((member) => ({ ...member, sinceMs: 0 })),
        )
        for (const { playerId } of members) for (const queue of queues) queue.matched(playerId)
      }
      while (queues.length < processes) {
        const store = await sharedStore(redis)
        const queue = new SharedBattleQueue(
          {
            clock,
            store,
            length: { durationMs: 60_000, countdownSeconds: 5, problemCount: 150 },
            maxWaiting: most,
            newBattleId: () => `battle-${(ids += 1)}`,
            newSeed: () => ids,
            owned: { begin },
            remote: { resume: () => undefined, leaveBattle: () => undefined },
            waited: (_end, seconds) => waited(seconds),
            report: (error) => {
              throw error
            },
          },
          received,
        )
        queues.push(queue)
      }
      return serve(queues, clock)
    },
  }
}
