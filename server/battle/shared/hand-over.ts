import { messagesText } from './process-message.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { SharedBattles } from './shared-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore } from './shared-port.ts'

/** A process that has not taken over by then is assumed to be blocked. */
const HAND_OVER_WITHIN_MS = 2_000

type HandOverNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'beat' | 'isUnavailable' | 'register' | 'resign' | 'publish'>
  readonly outbox: () => ClusterOutbox
  readonly battles: () => SharedBattles
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  /** The process with the most recent heartbeat, if there is one. */
  readonly successor: () => Promise<ProcessId | undefined>
  /** This process sends no more heartbeats. */
  readonly stopHeartbeats: () => void
}

/** Hands the battles of a stopping process to another. */
type HandOver = {
  /** Hands all battles to another process, or leaves them to be taken over later. False if there is no other process. */
  begin(): Promise<boolean>
  /** Another process has taken over. */
  confirmTaken(): void
  /** Whether the hand-over is complete; battles that reached this process now would be lost. */
  isDone(): boolean
}

export function handOver(needs: HandOverNeeds): HandOver {
  const { clock, store, outbox, battles, me, aheadMs, successor, stopHeartbeats } = needs
  const whenTaken = new Set<() => void>()
  let isDone = false

  const requestTakeover = async (other: ProcessId): Promise<boolean> => {
    const taken = new Promise<boolean>((resolve) => {
      whenTaken.add(() => resolve(true))
      clock.later(HAND_OVER_WITHIN_MS, () => resolve(false))
    })
    const isSent = await store
      .publish(
        `to:${other}`,
        messagesText(me(), [{ type: 'take_over', atMs: Math.round(clock.nowMs() - aheadMs()) }]),
      )
      .then(
        () => true,
        () => false,
      )
    return isSent && (await taken)
  }

  /**
   * The other process is blocked, or its confirmation was lost. As long as another process exists, the battles stay in the store,
   * and it or a new process takes them over later.
   */
  const isAnotherThere = async (): Promise<boolean> => {
    const { isKnown, beats } = await store.beat(me())
    return isKnown ? beats.size > 1 : (await store.register(me())) === 'gone'
  }

  return {
    begin: async () => {
      const other = await successor()
      if (other === undefined || store.isUnavailable() || !outbox().isUp()) return false
      // Entries not written by now are not sent to players; pages send their events again.
      await outbox().hold()
      stopHeartbeats()
      if (!(await requestTakeover(other)) && !(await isAnotherThere().catch(() => false))) {
        outbox().resume()
        return false
      }
      isDone = true
      battles().release(battles().battleIds())
      await store.resign(me()).catch(() => undefined)
      return true
    },
    confirmTaken: () => {
      for (const resolve of whenTaken) resolve()
    },
    isDone: () => isDone,
  }
}
