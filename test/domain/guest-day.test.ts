import { describe, expect, test } from 'vitest'
import { checkPracticeDay, newDay, type GuestSession } from '../../domain/guest-day.ts'
import {
  activeOn,
  asOf,
  newGuest,
  withProfile,
  withTime,
  MAX_SECONDS_PER_DAY,
} from '../../domain/guest-record.ts'

const session: GuestSession = {
  sessionToken: 'abcdefghijklmnop',
  nickname: 'SwiftFox42',
  location: 'Fresno',
  country: 'US',
  state: 'California',
  timePlayedToday: 300,
  lastActiveDate: '2026-11-20',
  factsShownToday: { addition_facts: ['addition-1-1'] },
}
const today = '2026-11-21'

describe('a guest’s new day in the browser', () => {
  test('[GST-3] on the same day nothing changes, whatever the server says', () => {
    const server = { lastActiveDate: '2026-11-01', timePlayedToday: 9 }
    expect(checkPracticeDay({ session, today: '2026-11-20', server })).toEqual({ kind: 'same_day' })
  })

  test('[GST-3] adopts the server’s date and time if the date differs; keeps token and name, but not the other day’s facts', () => {
    const server = { lastActiveDate: today, timePlayedToday: 120 }
    expect(checkPracticeDay({ session, today, server })).toEqual({
      kind: 'adopt',
      session: { ...session, lastActiveDate: today, timePlayedToday: 120, factsShownToday: {} },
    })
  })

  test('[GST-4] starts a new day if the server has the same date', () => {
    const server = { lastActiveDate: '2026-11-20', timePlayedToday: 300 }
    expect(checkPracticeDay({ session, today, server })).toEqual({ kind: 'new_day' })
  })

  test('[GST-5] starts a new day if the server cannot be asked', () => {
    expect(checkPracticeDay({ session, today, server: null })).toEqual({ kind: 'new_day' })
  })

  test('[GST-4] the new day has a new token and name, no facts shown, no time played, and the same location', () => {
    const fresh = { today, sessionToken: 'ponmlkjihgfedcba', nickname: 'CalmOwl7' }
    expect(newDay(session, fresh)).toEqual({
      sessionToken: 'ponmlkjihgfedcba',
      nickname: 'CalmOwl7',
      location: 'Fresno',
      country: 'US',
      state: 'California',
      timePlayedToday: 0,
      lastActiveDate: today,
      factsShownToday: {},
    })
  })
})

describe('a guest’s day on the server', () => {
  const guest = newGuest('public', '2026-11-20', 1000)

  test('[STO-5] time adds up within a day, a later day starts at 0, and an earlier day’s time counts for none', () => {
    const played = withTime(withTime(guest, '2026-11-20', 60), '2026-11-20', 15)
    expect(played.secondsPlayed).toBe(75)
    expect(withTime(played, today, 15)).toMatchObject({ lastActiveDay: today, secondsPlayed: 15 })
    expect(withTime(played, '2026-11-19', 15)).toBe(played)
    expect(activeOn(played, today)).toMatchObject({ lastActiveDay: today, secondsPlayed: 0 })
    expect(activeOn(played, '2026-11-19')).toBe(played)
  })

  test('[STO-5] limits time played to the seconds in a day', () => {
    expect(withTime(guest, today, 1e9).secondsPlayed).toBe(MAX_SECONDS_PER_DAY)
  })

  test('[NIC-7, LOC-10] a guest is Player until named; a profile changes only its own fields, and another country clears the region', () => {
    expect(guest.nickname).toBe('Player')
    const named = withProfile(guest, { nickname: 'SwiftFox42', country: 'US', state: 'California' }, 2000)
    expect(named).toMatchObject({
      nickname: 'SwiftFox42',
      country: 'US',
      state: 'California',
      location: '',
    })
    expect(withProfile(named, { state: '' }, 3000)).toMatchObject({
      nickname: 'SwiftFox42',
      country: 'US',
      state: '',
    })
    expect(withProfile(named, { country: 'DE' }, 3000)).toMatchObject({ country: 'DE', state: '' })
  })

  test('[DAY-5] a profile older than the current one changes nothing', () => {
    const named = withProfile(guest, { nickname: 'SwiftFox42' }, 2000)
    expect(withProfile(named, { nickname: 'CalmOwl7' }, 1999)).toBe(named)
  })

  test('[STO-5, DAY-5] reads values from a clock that was ahead as of now, and the rest unchanged', () => {
    const nowMs = Date.parse('2026-11-20T20:00:00Z')
    const ahead = { ...withTime(guest, '2027-11-20', 60), nickname: 'SwiftFox42', profileAtMs: nowMs + 1 }
    const read = asOf(ahead, nowMs)
    expect(read).toEqual({ ...ahead, lastActiveDay: '2026-11-20', secondsPlayed: 0, profileAtMs: nowMs })
    expect(withProfile(read, { nickname: 'CalmOwl7' }, nowMs)).toMatchObject({ nickname: 'CalmOwl7' })
    expect(withProfile(read, { nickname: 'CalmOwl7' }, nowMs - 1)).toBe(read)
    expect(withTime(read, '2026-11-20', 15).secondsPlayed).toBe(15)

    const played = { ...withTime(guest, '2026-11-20', 60), profileAtMs: nowMs }
    expect(asOf(played, nowMs)).toBe(played)
    expect(asOf({ ...played, profileAtMs: nowMs + 1 }, nowMs)).toEqual(played)
  })
})
