import type { BattleType } from '../../../domain/division.ts'

/** One run of one server process; a process that was taken over goes on under another. */
export type ProcessId = string

/** Where a player's battle is. */
export type BattlePlace = { readonly battleId: string; readonly owner: ProcessId }

/** What became of what was handed to `append`: all of it was written, or nothing. */
export type Appended =
  | { readonly kind: 'done' }
  /** These battles are another process's by now. */
  | { readonly kind: 'lost'; readonly battleIds: readonly string[] }
  /** This process was taken over, or everything was forgotten: `register` says which. */
  | { readonly kind: 'unregistered' }

/** A battle as it is written. The first entry says what it is made of, the second when it opened, each other what happened. */
export type WrittenBattle = {
  readonly battleId: string
  /** Grows with each process that has had the battle. */
  readonly epoch: number
  /** Who still has a seat in it. */
  readonly people: readonly string[]
  readonly entries: readonly string[]
}

/** What every living process said last, and the time, in epoch milliseconds, of what they have in common. */
export type Beat = {
  readonly isKnown: boolean
  readonly nowMs: number
  readonly beats: ReadonlyMap<ProcessId, string>
  /** Processes that have ended and left something behind which nobody has taken over yet, and when. */
  readonly endedAtMs: ReadonlyMap<ProcessId, number>
}

/** What a process had that another took over. */
type Adopted = { readonly battleIds: readonly string[]; readonly unsaved: readonly string[] }

/** Somebody in a queue, whichever process has the line to the page. `since` is in epoch milliseconds of `Beat`. */
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

/** A group that is to play: what its battle is made of goes to the owner. */
type Claim = {
  readonly battleId: string
  readonly owner: ProcessId
  readonly header: string
  readonly members: readonly SharedWaiting[]
}

export type SharedHeard = {
  /** What another process or this one has told: who, and lines. */
  readonly told: (text: string) => void
  readonly away: () => void
  /** It can be reached again; what was told meanwhile is lost. */
  readonly back: () => void
}

/**
 * What all processes of one arena have in common (ADR 0021). Every call rejects with StorageAway when it cannot be reached;
 * whether what was asked has been done is then not known.
 */
export type SharedStore = {
  /** From now on this is who hears; until then nobody does. */
  serve(heard: SharedHeard): void
  isAway(): boolean
  /** Hears what is told to this process and to all; again with another id once it was taken over. */
  listen(me: ProcessId): Promise<void>
  register(me: ProcessId): Promise<'registered' | 'gone'>
  /** This process ends; what it leaves behind whoever is there takes over at once. */
  resign(me: ProcessId): Promise<void>
  beat(me: ProcessId): Promise<Beat>
  /** Words as `LedgerBatch` makes them. */
  append(me: ProcessId, words: readonly string[]): Promise<Appended>
  /** Tells others something outside of a batch. */
  tell(channel: string, text: string): Promise<void>
  /** Those of them that are another's by now. */
  restore(me: ProcessId, battles: readonly WrittenBattle[]): Promise<readonly string[]>
  battlesOf(me: ProcessId): Promise<readonly string[]>
  /** What is written of battles and who has them; those that nobody has are left out. */
  written(battleIds: readonly string[]): Promise<readonly Omit<WrittenBattle, 'people'>[]>
  /** Null unless the other process said last what is given here. An empty text is said by the process that gives itself away. */
  adopt(me: ProcessId, other: ProcessId, saidLast: string): Promise<Adopted | null>
  /** Removes the lines of that process to all players who are not still there. */
  removeLineOwners(
    me: ProcessId,
    process: ProcessId,
    isStillThere: (playerId: string) => boolean,
  ): Promise<void>
  place(me: ProcessId, playerId: string): Promise<BattlePlace | null>
  /** How battles ended, as far as that is still kept. */
  ends(battleIds: readonly string[]): Promise<readonly (string | null)[]>
  unsavedOf(me: ProcessId): Promise<readonly string[]>

  join(
    me: ProcessId,
    type: BattleType,
    waiting: Omit<SharedWaiting, 'process'>,
    most: number,
  ): Promise<SharedJoined>
  leave(me: ProcessId, playerId: string): Promise<void>
  /** Everybody who waits at that process, in whichever queue. */
  waitersOf(me: ProcessId): Promise<readonly string[]>
  /** Whether this process is to bring those together who wait. */
  gather(me: ProcessId, type: BattleType): Promise<boolean>
  /** In the order in which they came. */
  waiting(me: ProcessId, type: BattleType): Promise<readonly SharedWaiting[]>
  /** 1 is first; 0 for who does not wait there. */
  positions(me: ProcessId, type: BattleType, playerIds: readonly string[]): Promise<readonly number[]>
  /** The battles that were made; this process gathers no more. */
  claim(me: ProcessId, type: BattleType, claims: readonly Claim[]): Promise<readonly string[]>
  close(): void
}
