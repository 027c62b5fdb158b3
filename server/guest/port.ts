import type { GuestRecord, ProfileChange } from '../../domain/guest-record.ts'

/** What a guest says of name and place on the wire; null clears, absent keeps. */
export type ProfileInput = {
  readonly nickname?: string | undefined
  readonly location?: string | null | undefined
  readonly country?: string | null | undefined
  readonly state?: string | null | undefined
}

/** Checks the words of a name and a place. Throws a 400 Refusal. */
export type ReadProfile = (input: ProfileInput) => ProfileChange

/** Makes a guest's next record from the known one, or from nothing. It may be called more than once. */
export type ChangeGuest = (known: GuestRecord | null) => GuestRecord

/** A report of time played; with a submission id, a repeat changes nothing. */
export type TimeReport = {
  readonly tokenHash: string
  readonly submissionId: string | null
  readonly practiceDay: string
}

/** Where guests are kept. Each call is done as a whole or not at all, and is durable when it resolves. */
export type GuestStore = {
  /** The guest of this token, or null. */
  find(tokenHash: string): Promise<GuestRecord | null>
  /** Stores what `change` makes of the guest; what `change` throws is thrown, with nothing stored. */
  save(tokenHash: string, change: ChangeGuest): Promise<GuestRecord>
  /** Like `save`, unless the report was stored before: then the guest as it is. */
  addTime(report: TimeReport, change: ChangeGuest): Promise<GuestRecord>
}
