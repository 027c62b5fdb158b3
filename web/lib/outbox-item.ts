import { fieldsOf } from '../../domain/json-fields.ts'
import type { CallResult } from './api.ts'
import type { BackoffLimits } from './backoff.ts'
import type { DurableStore } from './storage.ts'

/** A write that waits in this browser. */
export type OutboxItem<Content> = {
  /** The submission id, an idempotency key (decisions §5). */
  readonly id: string
  /** The session token. A player's items are sent in order. */
  readonly player: string
  readonly order: number
  /** By this device's clock, epoch milliseconds; only differences are used (ADR 0003). */
  readonly madeAtMs: number
  /** The same by the server's clock, if it was known. */
  readonly serverMs: number
  readonly content: Content
}

/** What an outbox works with, and how it treats its contents. */
export type OutboxDependencies<Content> = {
  readonly store: DurableStore
  /** The prefix of the items' storage keys. Each item has its own key, so that tabs never overwrite each other's items. */
  readonly prefix: string
  /** Beyond it, the oldest items are dropped and logged, those that `mayDrop` allows first. */
  readonly maxItems: number
  readonly revive: (json: unknown) => Content | null
  /** Sends the item. `secondsAgo` is its age, up to seven days. */
  readonly send: (
    item: OutboxItem<Content>,
    secondsAgo: number,
    signal: AbortSignal,
  ) => Promise<CallResult<unknown>>
  /** Items of the same chain are sent only after all earlier ones have been answered. Null for none. */
  readonly chainOf: (content: Content) => string | null
  /** What takes the place of two items of a player, made so long apart; null if both stay. */
  readonly merge: (newer: Content, older: Content, apartMs: number) => Content | null
  /** Whether the item may be dropped before others. */
  readonly mayDrop: (content: Content) => boolean
  readonly deviceNowMs: () => number
  /** 0 until it is known. */
  readonly serverNowMs: () => number
  readonly elapsedMs: () => number
  readonly random: () => number
  readonly newId: () => string
  /** Runs the action while holding a lock shared by all tabs. */
  readonly withLock: (action: () => Promise<void>) => Promise<void>
  readonly waits: BackoffLimits
}

/** An item from storage under its id; null if it is not valid. */
export function reviveItem<Content>(
  json: unknown,
  id: string,
  revive: (json: unknown) => Content | null,
): OutboxItem<Content> | null {
  const kept = fieldsOf(json)
  const [player, order, madeAtMs] = [kept.get('player'), kept.get('order'), kept.get('madeAtMs')]
  if (kept.get('id') !== id || typeof player !== 'string') return null
  if (typeof order !== 'number' || typeof madeAtMs !== 'number') return null
  const content = revive(kept.get('content'))
  const serverMs = Number(kept.get('serverMs')) || madeAtMs
  return content === null ? null : { id, player, order, madeAtMs, serverMs, content }
}
