import { messagesText } from './process-message.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { SharedBattles } from './shared-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore } from './shared-port.ts'

/** Another process takes battles over within this when it is asked to, or it stands still. */
const HAND_OVER_WITHIN_MS = 2_000

type HandOverNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'beat' | 'isAway' | 'register' | 'resign' | 'tell'>
  readonly outbox: () => ClusterOutbox
  readonly battles: () => SharedBattles
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  /** The process that was heard last, if there is one. */
  readonly heir: () => Promise<ProcessId | undefined>
  /** From now on this process says no more that it lives. */
  readonly isEnding: () => void
}

/** How a process that stops gives its battles away. */
type HandOver = {
  /** Gives all battles to another process, or leaves them to whoever comes. False where there is nobody. */
  begin(): Promise<boolean>
  /** Another process has taken everything over. */
  isTaken(): void
  /** Whether all is given away: whatever came to this process now would end with it. */
  isDone(): boolean
}

export function handOver(needs: HandOverNeeds): HandOver {
  const { clock, store, outbox, battles, me, aheadMs, heir, isEnding } = needs
  const whenTaken = new Set<() => void>()
  let isDone = false

  const asked = async (other: ProcessId): Promise<boolean> => {
    const taken = new Promise<boolean>((resolve) => {
      whenTaken.add(() => resolve(true))
      clock.later(HAND_OVER_WITHIN_MS, () => resolve(false))
    })
    const isTold = await store
      .tell(
        `to:${other}`,
        messagesText(me(), [{ type: 'take_over', atMs: Math.round(clock.nowMs() - aheadMs()) }]),
      )
      .then(
        () => true,
        () => false,
      )
    return isTold && (await taken)
  }

  /**
   * Whoever was asked stands still, or has taken everything over without being heard. As long as there is another process the battles stay
   * as they are written: it takes them over when it goes on, or whoever is started meanwhile does.
   */
  const isAnotherThere = async (): Promise<boolean> => {
    const { isKnown, beats } = await store.beat(me())
    return isKnown ? beats.size > 1 : (await store.register(me())) === 'gone'
  }

  return {
    begin: async () => {
      const other = await heir()
      if (other === undefined || store.isAway() || !outbox().isUp()) return false
      // What is not written by now is told to nobody: pages send it again.
      await outbox().hold()
      isEnding()
      if (!(await asked(other)) && !(await isAnotherThere().catch(() => false))) {
        outbox().resume()
        return false
      }
      isDone = true
      battles().letGo(battles().battleIds())
      await store.resign(me()).catch(() => undefined)
      return true
    },
    isTaken: () => {
      for (const resolve of whenTaken) resolve()
    },
    isDone: () => isDone,
  }
}
