import type { ReactNode } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PracticeEffect } from '../../domain/practice-state.ts'

type Announcing = {
  /** What the results announce; null until it is known, and for nothing. */
  readonly shown: StoreApi<ReactNode>
  /** Call with each effect of practice. */
  readonly after: (effect: PracticeEffect) => void
}

/**
 * Once a session is finished, `read` finds out what its results announce. What is known only after another session has begun waits
 * for the next results. `onStarted` is called when one begins.
 */
export function announcing(
  read: (sessionId: string) => Promise<ReactNode>,
  onStarted?: () => void,
): Announcing {
  const shown = createStore<ReactNode>(() => null)
  let latest: PracticeEffect | null = null
  return {
    shown,
    after: (effect) => {
      if (!('session' in effect)) return
      latest = effect
      shown.setState(null, true)
      if (effect.type === 'session_started') onStarted?.()
      // Without a connection, the code may be missing; then it waits for the next results.
      else read(effect.session.id).then((node) => latest === effect && shown.setState(node, true), ignore)
    },
  }
}

function ignore(): void {}
