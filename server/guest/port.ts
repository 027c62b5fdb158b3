import type { GuestRecord, ProfileChange } from '../../domain/guest-record.ts'
import { Refusal } from '../http/errors.ts'

/** Name and location in a request body; null clears a field, undefined keeps it. */
export type ProfileInput = {
  readonly nickname?: string | undefined
  readonly location?: string | null | undefined
  readonly country?: string | null | undefined
  readonly state?: string | null | undefined
}

/** A location as stored; '' for unknown parts. */
export type KnownPlace = { readonly location: string; readonly country: string; readonly state: string }

/** The guest who makes a request. */
export type Visitor = {
  readonly tokenHash: string
  /** Looks up where the visitor is now. Never rejects. */
  readonly locate: () => Promise<KnownPlace>
  /** The key of the visitor's address; '' for requests from this machine. */
  readonly addressKey: string
  /** Counts the visitor as a new guest. Throws a 429 Refusal if the address has created too many. */
  readonly admitNew: () => void
}

/** Reads name and location of a request body: a name that is not ours is replaced, a place that is not ours is left out. */
export type ReadProfile = (input: ProfileInput, visitor: Visitor) => Promise<ProfileChange>

/** Updates or creates a guest's record. It may be called more than once. */
export type ChangeGuest = (known: GuestRecord | null) => GuestRecord

export class UnknownToken extends Refusal {
  constructor() {
    super(404, 'not_found', 'There is no session with this sessionToken.')
  }
}

/** These players were deleted or merged into students, so nothing is stored for them. */
export class PlayersDeleted extends UnknownToken {
  readonly tokenHashes: ReadonlySet<string>

  constructor(tokenHashes: ReadonlySet<string>) {
    super()
    this.tokenHashes = tokenHashes
  }
}

/** Throws a 409 Refusal for a guest who has signed in: nothing more is stored under that token. */
export function refuseMerged(guest: GuestRecord | null): void {
  if (guest === null || guest.mergedAtMs === null) return
  const sentence = 'This guest has signed in. Please go on with a new sessionToken.'
  throw new Refusal(409, 'guest_signed_in', sentence)
}

/** What a student got from a merged guest. */
export type MergedGuest = { readonly sessions: number; readonly points: number; readonly battles: number }

export type Merging = {
  readonly studentId: string
  /** The hash of the student's player token. */
  readonly playerHash: string
  /** The hash of the guest's token. */
  readonly guestHash: string
  readonly nowMs: number
  /** The practice day of `nowMs`. */
  readonly practiceDay: string
  /** The id of the student's sign-in session, which stands for the device. */
  readonly device: string
}

export type Merge =
  | { readonly kind: 'merged'; readonly merged: MergedGuest }
  /** Together, both exceed the pace limit of one player. */
  | { readonly kind: 'too_fast'; readonly retryAfterSeconds: number }
  /** The token belongs to a student. */
  | { readonly kind: 'no_guest' }
  /** The student was deleted. */
  | { readonly kind: 'gone' }
