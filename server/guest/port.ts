import type { GuestRecord, ProfileChange } from '../../domain/guest-record.ts'
import { Refusal } from '../http/errors.ts'

/** What a guest says of name and place on the wire; null clears, absent keeps. */
export type ProfileInput = {
  readonly nickname?: string | undefined
  readonly location?: string | null | undefined
  readonly country?: string | null | undefined
  readonly state?: string | null | undefined
}

/** A place as it is stored; '' for what is not known. */
export type KnownPlace = { readonly location: string; readonly country: string; readonly state: string }

/** Who says something of a name and a place. */
export type Visitor = {
  readonly tokenHash: string
  /** Looks up where the visitor is now. Never rejects. */
  readonly locate: () => Promise<KnownPlace>
  /** Stands for the visitor's address; '' for a call of this machine. */
  readonly addressKey: string
  /** Counts the visitor as a new guest. Throws a 429 Refusal where the address has made too many. */
  readonly admitNew: () => void
}

/**
 * Reads the name and the place of a wire body. A town that is not known to be this visitor’s is left out, or refused where the call is about nothing
 * else. Throws a 400 Refusal that names the field.
 */
export type ReadProfile = (
  input: ProfileInput,
  visitor: Visitor,
  foreignTown: 'left_out' | 'refused',
) => Promise<ProfileChange>

/** Makes a guest's next record from the known one, or from nothing. It may be called more than once. */
export type ChangeGuest = (known: GuestRecord | null) => GuestRecord

/** A report of time played; with a submission id, a repeat changes nothing. */
type TimeReport = {
  readonly tokenHash: string
  readonly submissionId: string | null
  readonly practiceDay: string
}

/** A token that nobody has. */
export class UnknownToken extends Refusal {
  constructor() {
    super(404, 'not_found', 'There is no session with this sessionToken.')
  }
}

/** The players of these tokens, by their hashes, have been deleted: nothing is kept in their names any more. */
export class PlayersDeleted extends UnknownToken {
  readonly tokenHashes: ReadonlySet<string>

  constructor(tokenHashes: ReadonlySet<string>) {
    super()
    this.tokenHashes = tokenHashes
  }
}

/**
 * Where guests are kept. Each call is done as a whole or not at all, and is durable when it resolves. Writes reject with
 * PlayersDeleted for the token of a player who was deleted lately.
 */
export type GuestStore = {
  /** The guest of this token, or null. */
  find(tokenHash: string): Promise<GuestRecord | null>
  /** Whether the player of this token was deleted lately. */
  isDeleted(tokenHash: string): Promise<boolean>
  /** Stores what `change` makes of the guest; what `change` throws is thrown, with nothing stored. */
  save(tokenHash: string, change: ChangeGuest): Promise<GuestRecord>
  /** Like `save`, unless the report was stored before: then the guest as it is. */
  addTime(report: TimeReport, change: ChangeGuest): Promise<GuestRecord>
}

/** What a student has from a guest who was merged. */
export type MergedGuest = { readonly sessions: number; readonly points: number; readonly battles: number }

export type Merging = {
  readonly studentId: string
  /** The stored form of the token under which the student plays. */
  readonly playerHash: string
  /** That of the guest. */
  readonly guestHash: string
  readonly nowMs: number
  /** The practice day of that instant. */
  readonly practiceDay: string
  /** What stands for the device that brings the guest: the student's being signed in there. */
  readonly device: string
}

export type Merge =
  | { readonly kind: 'merged'; readonly merged: MergedGuest }
  /** Together both have solved more than one player may; in so many seconds they have not. */
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }
  /** The token is a student's. */
  | { readonly kind: 'no_guest' }
  /** There is no such student any more. */
  | { readonly kind: 'gone' }

/** Where students are kept as the players that they are on boards and in battles. As `GuestStore`. */
export type PlayerStore = {
  /** Stores what `change` makes of the student's player; false where there is no such student any more. */
  savePlayer(studentId: string, playerHash: string, change: ChangeGuest): Promise<boolean>
  /**
   * Makes everything that a guest has played the student's, once: sessions, boards and battles. The guest stays as an empty
   * row, so that what arrives later under its token is the student's too. A repeat changes nothing and is told the same; a
   * guest who is another student's already, or nobody, brings nothing, and one beyond the rules (domain/merge-rules.ts) stays a
   * guest. What one child cannot have played in one place is not moved and is forgotten.
   */
  merge(merging: Merging, change: ChangeGuest): Promise<Merge>
}
