import { UNLIMITED_SECONDS } from './guest-day.ts'
import { creditProblems, joinedCredit } from './pace.ts'
import { practiceDay } from './practice-day.ts'

/** The name of a guest who never gave one (specification §3). */
export const DEFAULT_NICKNAME = 'Player'

/** No practice day is longer than 25 hours, so nobody plays longer on one. */
export const MAX_SECONDS_A_DAY = 25 * 3600

/** What the server keeps of a guest. Never the token. */
export type GuestRecord = {
  readonly publicId: string
  readonly nickname: string
  readonly location: string
  readonly country: string
  readonly state: string
  /** When name and place were last set. */
  readonly profileAtMs: number
  /** The last practice day on which the guest did something. */
  readonly lastActiveDay: string
  /** Seconds played on that day. */
  readonly secondsPlayed: number
  /** The memory of the pace rule. */
  readonly paceFullAtMs: number
  readonly createdAtMs: number
  /** Stands for the address from which a guest first came; '' where it is not known, and for students. */
  readonly addressKey: string
  /** The student whose player this is, or null for a guest. */
  readonly studentId: string | null
  /** When a guest was merged into that student; null for who plays. */
  readonly mergedAtMs: number | null
}

/**
 * A change of name and place: what is absent stays, an empty text clears. `country` is an ISO 3166-1 code and `state` the name that
 * a region has on the boards.
 */
export type ProfileChange = {
  readonly nickname?: string
  readonly location?: string
  readonly country?: string
  readonly state?: string
}

/** A guest after something that the pace rule allows, or in how many seconds it does. */
type PacedGuest =
  | { readonly ok: true; readonly guest: GuestRecord }
  | { readonly ok: false; readonly retryAfterSeconds: number }

/** A guest as first seen on this practice day, with nothing known but an id that others may see and a key of the address. */
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
 * The guest as read at `nowMs`. What is dated later was written while the server's clock was ahead: a name and place of
 * the future count as set now, and a day of the future is today with no time played, so that neither stands until then.
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

/** The guest after doing something on `day`: a later day starts with no time played, an earlier one is past. */
export function activeOn(guest: GuestRecord, day: string): GuestRecord {
  return day > guest.lastActiveDay ? { ...guest, lastActiveDay: day, secondsPlayed: 0 } : guest
}

/** The player of a student, who goes by the generated name whatever was said before, and has no allowance to use up. */
export function asStudent(guest: GuestRecord, studentId: string, nickname: string): GuestRecord {
  return { ...guest, studentId, nickname, secondsPlayed: 0 }
}

/**
 * The student's player after a guest of the same device has become part of it, or in how many seconds that can be where both
 * together have solved more than one player may. A student of no known place stands for the guest's state from now on; no city
 * is taken over.
 */
export function withGuest(student: GuestRecord, guest: GuestRecord, nowMs: number): PacedGuest {
  const { country, state } = student.country === '' && student.state === '' ? guest : student
  const profileAtMs = Math.max(student.profileAtMs, guest.profileAtMs)
  const credit = joinedCredit(student.paceFullAtMs, guest.paceFullAtMs, nowMs)
  if (!credit.ok) return credit
  return { ok: true, guest: { ...student, country, state, profileAtMs, paceFullAtMs: credit.fullAtMs } }
}

/**
 * Adds time played on `day`. Time of a day before the last active one counts to no day that is still asked for, and a
 * student's to none.
 */
export function withTime(guest: GuestRecord, day: string, seconds: number): GuestRecord {
  const active = activeOn(guest, day)
  if (day < active.lastActiveDay || active.studentId !== null) return active
  return { ...active, secondsPlayed: Math.min(MAX_SECONDS_A_DAY, active.secondsPlayed + seconds) }
}

/** Whether the guest may play on now, with so many seconds a day. */
export function hasTimeLeft(guest: GuestRecord, dailySeconds: number, nowMs: number): boolean {
  if (dailySeconds >= UNLIMITED_SECONDS) return true
  const { lastActiveDay, secondsPlayed } = asOf(guest, nowMs)
  return lastActiveDay < practiceDay(nowMs) || secondsPlayed < dailySeconds
}

/**
 * Sets name and place as they were at `atMs`; a change that is older than the one in force does nothing. A student keeps the
 * name, and takes nothing from the guest that it was. Another country without a region clears the region, and a city stays only
 * with the region it was found in.
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

/** A session that a guest has finished. */
export type Finished = {
  /** The practice day it counts for. */
  readonly day: string
  readonly problems: number
  readonly profile: ProfileChange
  readonly playedAtMs: number
}

/**
 * The guest after a finished session that arrives at `nowMs`; who was not known is `fresh`. Says in how many seconds where
 * that is more problems than a keyboard allows (decisions §6).
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
