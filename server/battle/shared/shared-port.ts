import type { BattleType } from '../../../domain/division.ts'

/** Identifies a run of a server process. A process that was taken over continues under a new id. */
export type ProcessId = string

export type BattlePlace = { readonly battleId: string; readonly owner: ProcessId }

/** The outcome of `append`, which is atomic. */
export type Appended =
  | { readonly kind: 'done' }
  /** Another process has these battles. */
  | { readonly kind: 'lost'; readonly battleIds: readonly string[] }
  /** This process was taken over, or the store lost its data; `register` says which. */
  | { readonly kind: 'unregistered' }

/** The log of a battle: the first entry is its header, the second its opening, the others its events. */
export type WrittenBattle = {
  readonly battleId: string
  /** Incremented by each takeover. */
  readonly epoch: number
  /** People who have not left. */
  readonly people: readonly string[]
  readonly entries: readonly string[]
}

/** The last heartbeat of every live process, and the store's time in epoch milliseconds. */
export type Beat = {
  readonly isKnown: boolean
  readonly nowMs: number
  readonly beats: ReadonlyMap<ProcessId, string>
  /** Processes that ended without being taken over yet, and when they ended. */
  readonly endedAtMs: ReadonlyMap<ProcessId, number>
}

/** What a process takes over from another. */
type Adopted = { readonly battleIds: readonly string[]; readonly unsaved: readonly string[] }

/** A player waiting at any process. `sinceMs` is in the epoch milliseconds of `Beat`. */
export type SharedWaiting = {
  readonly playerId: string
  readonly process: ProcessId
  readonly sinceMs: number
  readonly nickname: string
  readonly location: string
}

export type SharedJoined =
  | { readonly kind: 'waits'; readonly position: number; readonly isToGather: boolean }
  | { readonly kind: 'full' | 'playing' | 'unregistered' }

/** A matched group. The header is sent to the owner. */
type Claim = {
  readonly battleId: string
  readonly owner: ProcessId
  readonly header: string
  readonly members: readonly SharedWaiting[]
}

export type SharedStoreListener = {
  /** A text of `messagesText` has arrived, from any process including this one. */
  readonly message: (text: string) => void
  readonly unavailable: () => void
  /** The store is reachable again; messages sent meanwhile are lost. */
  readonly back: () => void
}

/**
 * The store shared by the processes of an arena (ADR 0021). Every method rejects with StorageUnavailable when the store is unreachable;
 * whether the operation took effect is then unknown.
 */
export type SharedStore = {
  /** Sets the listener; messages before that are dropped. */
  setListener(listener: SharedStoreListener): void
  isUnavailable(): boolean
  /** Subscribes to messages for this process and for all; called again with the new id after a takeover. */
  subscribe(me: ProcessId): Promise<void>
  register(me: ProcessId): Promise<'registered' | 'gone'>
  /** Marks this process as ended, so that another can take over at once. */
  resign(me: ProcessId): Promise<void>
  beat(me: ProcessId): Promise<Beat>
  /** Words as `LedgerBatch` makes them. */
  append(me: ProcessId, words: readonly string[]): Promise<Appended>
  /** Publishes a message outside of a batch. */
  publish(channel: string, text: string): Promise<void>
  /** Rewrites whole battles. Returns the ids of those that another process has by now. */
  restore(me: ProcessId, battles: readonly WrittenBattle[]): Promise<readonly string[]>
  battlesOf(me: ProcessId): Promise<readonly string[]>
  /** Reads the logs of battles, without those that no process has. */
  written(battleIds: readonly string[]): Promise<readonly Omit<WrittenBattle, 'people'>[]>
  /** Takes over a process. Null if its last heartbeat is not `saidLast`; a stopping process is adopted with ''. */
  adopt(me: ProcessId, other: ProcessId, lastBeat: string): Promise<Adopted | null>
  /** Removes the process as line owner of all players except those still connected to it. */
  removeLineOwners(
    me: ProcessId,
    process: ProcessId,
    isStillThere: (playerId: string) => boolean,
  ): Promise<void>
  place(me: ProcessId, playerId: string): Promise<BattlePlace | null>
  /** The results of ended battles; null for those no longer in the store. */
  ends(battleIds: readonly string[]): Promise<readonly (string | null)[]>
  unsavedOf(me: ProcessId): Promise<readonly string[]>

  join(
    me: ProcessId,
    type: BattleType,
    waiting: Omit<SharedWaiting, 'process'>,
    most: number,
  ): Promise<SharedJoined>
  leave(me: ProcessId, playerId: string): Promise<void>
  /** The players of that process in any queue. */
  waitersOf(me: ProcessId): Promise<readonly string[]>
  /** Tries to become the process that matches this queue. */
  gather(me: ProcessId, type: BattleType): Promise<boolean>
  /** In order of joining. */
  waiting(me: ProcessId, type: BattleType): Promise<readonly SharedWaiting[]>
  /** Positions from 1; 0 for players not in the queue. */
  positions(me: ProcessId, type: BattleType, playerIds: readonly string[]): Promise<readonly number[]>
  /** Ends the matching by this process. Returns the ids of the battles that were created. */
  claim(me: ProcessId, type: BattleType, claims: readonly Claim[]): Promise<readonly string[]>
  close(): void
}
