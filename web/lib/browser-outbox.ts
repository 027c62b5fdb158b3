import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Outbox, type OutboxDependencies } from './outbox.ts'
import { newSubmissionId } from './random-id.ts'
import { browserStore } from './storage.ts'

const LOCK_NAME = 'tenfold.outbox'

/** Runs the action while no other tab of this browser runs one, where the browser can tell (secure pages only). */
async function aloneAmongTabs(action: () => Promise<void>): Promise<void> {
  let started = false
  try {
    await navigator.locks.request(LOCK_NAME, () => {
      started = true
      return action()
    })
  } catch {
    // Without locks two tabs may send the same item; its id makes the server count it once.
    if (!started) await action()
  }
}

const outboxes: Pick<Outbox<never>, 'status'>[] = []
const serverAway = createStore<boolean>(() => false)

/** Whether what the player did is waiting because the server cannot be reached, as it changes. */
export function useServerAway(): boolean {
  return useStore(serverAway)
}

/** An outbox that keeps its items in this browser and shares them with its other tabs. */
export function createBrowserOutbox<Content>(
  content: Pick<
    OutboxDependencies<Content>,
    'prefix' | 'maxItems' | 'revive' | 'send' | 'chainOf' | 'supersedes' | 'mayDrop'
  >,
): Outbox<Content> {
  const outbox = new Outbox({
    ...content,
    store: browserStore,
    deviceNowMs: () => Date.now(),
    elapsedMs: () => performance.now(),
    random: Math.random,
    newId: newSubmissionId,
    alone: aloneAmongTabs,
    waits: { firstMs: 1000, longestMs: 60_000 },
  })
  outboxes.push(outbox)
  outbox.status.subscribe(() => serverAway.setState(outboxes.some(({ status }) => status.getState().away)))
  return outbox
}

/** Sends what waits now, and again whenever the browser has reason to hope; returns what ends it. */
export function keepSending<Content>(outbox: Outbox<Content>): () => void {
  const wake = (): void => outbox.wake()
  const wakeWhenSeen = (): void => {
    if (document.visibilityState === 'visible') outbox.wake()
  }
  const noteOtherTab = (event: StorageEvent): void => {
    if (event.key?.startsWith(outbox.prefix)) outbox.noteOtherTab()
  }
  window.addEventListener('online', wake)
  window.addEventListener('storage', noteOtherTab)
  document.addEventListener('visibilitychange', wakeWhenSeen)
  wake()
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('storage', noteOtherTab)
    document.removeEventListener('visibilitychange', wakeWhenSeen)
  }
}
