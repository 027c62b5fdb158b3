import type { GuestContent } from '../../web/features/guest/guest-outbox.ts'
import {
  guestItems,
  mayDropGuestContent,
  reviveGuestContent,
  sendGuestItem,
  mergeGuestContent,
} from '../../web/features/guest/guest-outbox.ts'
import { Outbox } from '../../web/lib/outbox.ts'
import { newSubmissionId } from '../../web/lib/random-id.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import type { MemoryStorage } from './memory-storage.ts'

/** A clock that moves only on request. */
export type HandClock = {
  deviceMs: number
  elapsedMs: number
  /** The server's time when `elapsedMs` is 0, once it is known. */
  serverMs?: number
}

/** A lock as the tabs of one browser share it: one action after the other. */
export type TabLock = { tail: Promise<void> }

type TabOptions = {
  readonly onScored?: Parameters<typeof sendGuestItem>[3]
  readonly storage: MemoryStorage
  readonly origin: string
  readonly clock?: HandClock
  readonly lock?: TabLock
  readonly waits?: { firstMs: number; maxMs: number }
}

/** A page of the app as far as the outbox goes: the guest's outbox over a storage that outlives the page. */
export function openTab({
  storage,
  origin,
  clock,
  lock,
  waits,
  onScored = () => {},
}: TabOptions): Outbox<GuestContent> {
  return new Outbox<GuestContent>({
    ...guestItems,
    store: createDurableStore(() => storage),
    revive: reviveGuestContent,
    chainOf: () => null,
    merge: mergeGuestContent,
    mayDrop: mayDropGuestContent,
    send: (item, secondsAgo, signal) => sendGuestItem(item, secondsAgo, { origin, signal }, onScored),
    deviceNowMs: () => clock?.deviceMs ?? Date.now(),
    serverNowMs: () => (clock?.serverMs === undefined ? 0 : clock.serverMs + clock.elapsedMs),
    elapsedMs: () => clock?.elapsedMs ?? performance.now(),
    random: () => 0.5,
    newId: newSubmissionId,
    withLock: (action) => {
      if (!lock) return action()
      lock.tail = lock.tail.then(action)
      return lock.tail
    },
    waits: waits ?? { firstMs: 1000, maxMs: 60_000 },
  })
}

/** Sends everything that can be sent, letting waits pass by the clock; gives up after many rounds. */
export async function drain(tab: Outbox<GuestContent>, clock: HandClock): Promise<void> {
  for (let round = 0; round < 200 && tab.status.getState().waiting > 0; round += 1) {
    clock.elapsedMs += 3_600_000
    await tab.flush()
  }
}
