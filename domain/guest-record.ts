import { canonicalCountry, canonicalState } from './location.ts'
import { practiceDay } from './practice-day.ts'

/** The name of a guest who never gave one (specification §3). */
export const DEFAULT_NICKNAME = 'Player'

/** No practice day is longer than 25 hours, so nobody plays longer on one. */
export const MOST_SECONDS_A_DAY = 25 * 3600

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
}

/** A change of name and place: what is absent stays, an empty text clears. */
export type ProfileChange = {
  readonly nickname?: string
  readonly location?: string
  readonly country?: string
  readonly state?: string
}

/** A guest as first seen on this practice day, with nothing known but an id that others may see. */
export function newGuest(publicId: string, day: string, nowMs: number): GuestRecord {
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

/** Adds time played on `day`. Time of a day before the last active one counts to no day that is still asked for. */
export function withTime(guest: GuestRecord, day: string, seconds: number): GuestRecord {
  const active = activeOn(guest, day)
  if (day < active.lastActiveDay) return active
  return { ...active, secondsPlayed: Math.min(MOST_SECONDS_A_DAY, active.secondsPlayed + seconds) }
}

/**
 * Sets name and place as they were at `atMs`; a change that is older than the one in force does nothing.
 * A US state is kept under its one name, whatever way it was written (decisions §4).
 */
export function withProfile(guest: GuestRecord, change: ProfileChange, atMs: number): GuestRecord {
  if (atMs < guest.profileAtMs) return guest
  const nickname = change.nickname ?? guest.nickname
  const location = (change.location ?? guest.location).trim()
  const country = change.country ?? guest.country
  const state = change.state ?? guest.state
  return {
    ...guest,
    nickname,
    location,
    country: canonicalCountry(country),
    state: canonicalState(country, state),
    profileAtMs: atMs,
  }
}
