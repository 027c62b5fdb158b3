import { UNLIMITED_SECONDS } from './guest-day.ts'
import { creditProblems, joinedCredit } from './pace.ts'
import { practiceDay } from './practice-day.ts'

/** The nickname of a guest without one (specification §3). */
export const DEFAULT_NICKNAME = 'Player'

/** No practice day is longer than 25 hours, so nobody plays longer on one. */
export const MAX_SECONDS_PER_DAY = 25 * 3600

/** What the server stores about a guest. Never the token. */
export type GuestRecord = {
  readonly publicId: string
  readonly nickname: string
  readonly location: string
  readonly country: string
  readonly state: string
  /** When name and location were last set. */
  readonly profileAtMs: number
  /** The last practice day on which the guest did something. */
  readonly lastActiveDay: string
  /** Seconds played on that day. */
  readonly secondsPlayed: number
  /** The state of the pace limit (domain/pace.ts). */
  readonly paceFullAtMs: number
  readonly createdAtMs: number
  /** A keyed hash of the network address of the guest's first request; '' if unknown, and for students. */
  readonly addressKey: string
  /** The student this player belongs to, or null for a guest. */
  readonly studentId: string | null
  /** When this guest was merged into that student; null for the player in use. */
  readonly mergedAtMs: number | null
}

/**
 * A change of name and location: absent fields stay, an empty text clears. `country` is an ISO 3166-1 code and `state` the name
 * of a region on the boards.
 */
export type ProfileChange = {
  readonly nickname?: string
  readonly location?: string
  readonly country?: string
  readonly state?: string
}

/** The guest, or how long to wait when the pace limit is reached. */
type PacedGuest =
  | { readonly ok: true; readonly guest: GuestRecord }
  | { readonly ok: false; readonly retryAfterSeconds: number }

/** A guest who is first seen on this practice day. `publicId` may be shown to others. */
export function newGuest(publicId: string, day: string, nowMs: number, addressKey = ''): GuestRecord {
  return {
    publicId,
    nickname: DEFAULT_NICKNAME,
    location: '',
    country: '',
    state: '',
    profileAtMs: 0,
    lastActiveDay: day,
    secondsPlayed: 0,
    paceFullAtMs: 0,
    createdAtMs: nowMs,
    addressKey,
    studentId: null,
    mergedAtMs: null,
  }
}

/**
 * The guest as read at `nowMs`. Anything dated later was written while the server's clock was ahead: a profile from the future
 * counts as set now, and a day in the future as today with no time played.
 */
export function asOf(guest: GuestRecord, nowMs: number): GuestRecord {
  const today = practiceDay(nowMs)
  const isAhead = guest.lastActiveDay > today
  if (!isAhead && guest.profileAtMs <= nowMs) return guest
  return {
    ...guest,
    profileAtMs: Math.min(guest.profileAtMs, nowMs),
    lastActiveDay: isAhead ? today : guest.lastActiveDay,
    secondsPlayed: isAhead ? 0 : guest.secondsPlayed,
  }
}

/** The guest after doing something on `day`: a later day starts with no time played, an earlier one changes nothing. */
export function activeOn(guest: GuestRecord, day: string): GuestRecord {
  return day > guest.lastActiveDay ? { ...guest, lastActiveDay: day, secondsPlayed: 0 } : guest
}

/** The player of a student: always under the generated nickname, and without an allowance. */
export function asStudent(guest: GuestRecord, studentId: string, nickname: string): GuestRecord {
  return { ...guest, studentId, nickname, secondsPlayed: 0 }
}

/**
 * The student's player after merging a guest of the same device, or how long to wait if both together are over the pace limit.
 * A student without a region takes over the guest's; the city is never taken over.
 */
export function withGuest(student: GuestRecord, guest: GuestRecord, nowMs: number): PacedGuest {
  const { country, state } = student.country === '' && student.state === '' ? guest : student
  const profileAtMs = Math.max(student.profileAtMs, guest.profileAtMs)
  const credit = joinedCredit(student.paceFullAtMs, guest.paceFullAtMs, nowMs)
  if (!credit.ok) return credit
  return { ok: true, guest: { ...student, country, state, profileAtMs, paceFullAtMs: credit.fullAtMs } }
}

/**
 * Adds time played on `day`. Time of a day before the last active one is dropped, because only the current day is ever asked
 * for. Students have no allowance, and theirs is not counted.
 */
export function withTime(guest: GuestRecord, day: string, seconds: number): GuestRecord {
  const active = activeOn(guest, day)
  if (day < active.lastActiveDay || active.studentId !== null) return active
  return { ...active, secondsPlayed: Math.min(MAX_SECONDS_PER_DAY, active.secondsPlayed + seconds) }
}

/** Whether the guest has time left, with so many seconds a day. */
export function hasTimeLeft(guest: GuestRecord, dailySeconds: number, nowMs: number): boolean {
  if (dailySeconds >= UNLIMITED_SECONDS) return true
  const { lastActiveDay, secondsPlayed } = asOf(guest, nowMs)
  return lastActiveDay < practiceDay(nowMs) || secondsPlayed < dailySeconds
}

/**
 * Sets name and location as of `atMs`, unless a newer change is in force. Students keep their nickname, and a guest that was
 * merged does not change any more. Another country without a region clears the region, and the city stays only as long as the
 * region.
 */
export function withProfile(guest: GuestRecord, change: ProfileChange, atMs: number): GuestRecord {
  if (atMs < guest.profileAtMs || guest.mergedAtMs !== null) return guest
  const nickname = (guest.studentId === null ? change.nickname : undefined) ?? guest.nickname
  const country = change.country ?? guest.country
  const state = change.state ?? (country === guest.country ? guest.state : '')
  const isSameRegion = country === guest.country && state === guest.state
  const location = change.location ?? (isSameRegion ? guest.location : '')
  return { ...guest, nickname, location, country, state, profileAtMs: atMs }
}

export type Finished = {
  /** The practice day it counts for. */
  readonly day: string
  readonly problems: number
  readonly profile: ProfileChange
  readonly playedAtMs: number
}

/**
 * The guest after a finished session that arrives at `nowMs`; `fresh` is used when the guest is unknown. Fails with a wait when
 * the problems exceed the pace limit (decisions §6).
 */
export function afterSession(
  known: GuestRecord | null,
  fresh: GuestRecord,
  { day, problems, profile, playedAtMs }: Finished,
  nowMs: number,
): PacedGuest {
  const guest = activeOn(known ? asOf(known, nowMs) : fresh, day)
  const pace = creditProblems(guest.paceFullAtMs, problems, nowMs)
  if (!pace.ok) return pace
  return { ok: true, guest: { ...withProfile(guest, profile, playedAtMs), paceFullAtMs: pace.fullAtMs } }
}
