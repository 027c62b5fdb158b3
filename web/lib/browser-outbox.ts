import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { serverClock } from './now.ts'
import type { OutboxDependencies } from './outbox-item.ts'
import { Outbox } from './outbox.ts'
import { newSubmissionId } from './random-id.ts'
import { browserStore } from './storage.ts'

const LOCK_NAME = 'tenfold.outbox'

/** Runs the action while holding a lock shared by all tabs. Only secure pages have locks. */
async function withTabLock(action: () => Promise<void>): Promise<void> {
  let started = false
  try {
    await navigator.locks.request(LOCK_NAME, () => {
      started = true
      return action()
    })
  } catch {
    // Without locks, two tabs may send the same item; by its id, the server counts it once.
    if (!started) await action()
  }
}

const outboxes: Pick<Outbox<never>, 'status'>[] = []
const serverAway = createStore<boolean>(() => false)

/** Whether writes are waiting because the server is unreachable. */
export function useServerUnreachable(): boolean {
  return useStore(serverAway)
}

/** An outbox in the browser's storage, shared by all tabs. */
export function createBrowserOutbox<Content>(
  content: Pick<
    OutboxDependencies<Content>,
    'prefix' | 'maxItems' | 'revive' | 'send' | 'chainOf' | 'merge' | 'mayDrop'
  >,
): Outbox<Content> {
  const outbox = new Outbox({
    ...content,
    store: browserStore,
    deviceNowMs: () => Date.now(),
    serverNowMs: serverClock.knownMs,
    elapsedMs: () => performance.now(),
    random: Math.random,
    newId: newSubmissionId,
    withLock: withTabLock,
    waits: { firstMs: 1000, maxMs: 60_000 },
  })
  outboxes.push(outbox)
  outbox.status.subscribe(() => serverAway.setState(outboxes.some(({ status }) => status.getState().away)))
  return outbox
}

/** Sends waiting items now, and when the browser is online again or the page becomes visible. Returns a function that stops this. */
export function startSending<Content>(outbox: Outbox<Content>): () => void {
  const wake = (): void => outbox.wake()
  const wakeWhenSeen = (): void => {
    if (document.visibilityState === 'visible') outbox.wake()
  }
  const onOtherTab = (event: StorageEvent): void => {
    if (event.key?.startsWith(outbox.prefix)) outbox.otherTabAdded()
  }
  window.addEventListener('online', wake)
  window.addEventListener('storage', onOtherTab)
  document.addEventListener('visibilitychange', wakeWhenSeen)
  wake()
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('storage', onOtherTab)
    document.removeEventListener('visibilitychange', wakeWhenSeen)
  }
}
