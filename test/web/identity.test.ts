import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { guestRoutes } from '../../contract/guest.ts'
import { ADJECTIVES, ANIMALS } from '../../domain/nickname.ts'
import {
  newSessionToken,
  placeFromLookup,
  reviveNickname,
  revivePlace,
  reviveSession,
  withFactsShown,
} from '../../web/features/guest/identity.ts'
import { newSubmissionId } from '../../web/lib/random-id.ts'

const STORED = {
  sessionToken: 'abcdefghij012345',
  nickname: 'SwiftFox42',
  location: 'Fresno',
  country: 'US',
  state: 'California',
  timePlayedToday: 120,
  lastActiveDate: '2026-03-18',
  factsShownToday: { addition_facts: ['addition-7-8'] },
}
const anotherName = () => 'KindOwl7'

describe('the session token', () => {
  test('[GST-1] is drawn from 62 letters and digits, all equally likely', () => {
    const counts = new Map<string, number>()
    const tokens = 20_000
    for (let made = 0; made < tokens; made += 1) {
      for (const letter of newSessionToken()) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    const fair = (tokens * 16) / 62
    // Six standard deviations: taking bytes modulo 62 would put the first eight letters 25 % above.
    for (const count of counts.values()) expect(Math.abs(count - fair)).toBeLessThan(6 * Math.sqrt(fair))
  })

  test('[GST-1] discards bytes that would favor some letters, and requests more', () => {
    const draws = [
      new Uint8Array(16).fill(255),
      new Uint8Array(16).fill(248),
      Uint8Array.from(Array(16).keys()),
    ]
    const token = newSessionToken((bytes) => bytes.set(draws.shift() ?? []))
    expect(token).toBe('ABCDEFGHIJKLMNOP')
    expect(draws).toEqual([])
  })

  test('[OUT-2] a submission id matches the contract, and never repeats', () => {
    const ids = Array.from({ length: 1000 }, newSubmissionId)
    expect(new Set(ids).size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  })
})

describe('a session read from broken storage', () => {
  test('[GST-9] a valid session reads back unchanged', () => {
    expect(reviveSession(structuredClone(STORED), anotherName)).toEqual(STORED)
  })

  test('[GST-9] without a token or a day there is no session', () => {
    for (const broken of [
      null,
      42,
      'x',
      [],
      {},
      { ...STORED, sessionToken: 'too short' },
      { ...STORED, sessionToken: 12345 },
      { ...STORED, sessionToken: `${STORED.sessionToken}x` },
      { ...STORED, lastActiveDate: 'yesterday' },
      { ...STORED, lastActiveDate: 20260318 },
    ]) {
      expect(reviveSession(broken, anotherName)).toBeNull()
    }
  })

  test('[GST-9] other broken fields read as empty, and a typed-in name as a generated one', () => {
    const broken = {
      ...STORED,
      nickname: 'call me at 5551234567',
      location: { city: 'x' },
      country: 'x'.repeat(101),
      state: '<script>',
      timePlayedToday: -5,
      factsShownToday: { addition_facts: ['addition-7-8', 7, null], division_facts: 'none' },
    }
    expect(reviveSession(broken, anotherName)).toEqual({
      ...STORED,
      nickname: 'KindOwl7',
      location: '',
      country: '',
      state: '',
      timePlayedToday: 0,
      factsShownToday: { addition_facts: ['addition-7-8'] },
    })
  })

  test('[GST-9] whatever is stored, the result is nothing or something the server accepts', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(STORED)), fc.double())
    const keys = ['nickname', 'location', 'country', 'state', 'timePlayedToday', 'factsShownToday'] as const
    const record = fc.record(Object.fromEntries(keys.map((key) => [key, field])), { requiredKeys: [] })
    const { body } = guestRoutes.saveSession
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), record), (json) => {
        const kept = typeof json === 'object' && !Array.isArray(json) ? { ...STORED, ...json } : json
        const session = reviveSession(kept, anotherName)
        if (session === null) return
        expect(z.safeParse(body, session).success).toBe(true)
        expect(session.timePlayedToday).toBeGreaterThanOrEqual(0)
        for (const ids of Object.values(session.factsShownToday)) {
          for (const id of ids) expect(id).toBeTypeOf('string')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('[NIC-4] a saved name counts only if the generator could have made it', () => {
    for (const adjective of ADJECTIVES) {
      for (const animal of ANIMALS) {
        const name = `${adjective}${animal.charAt(0).toUpperCase()}${animal.slice(1)}9`
        expect(reviveNickname(name)).toBe(name)
      }
    }
    for (const name of [
      'SwiftFox',
      'SwiftFox0',
      'SwiftFox100',
      'swiftfox42',
      'Fox42',
      'RudeWordFox42',
      '',
      42,
    ]) {
      expect(reviveNickname(name)).toBeNull()
    }
  })
})

test('[SEL-6] facts shown today are kept by league, each once, new ones last', () => {
  const session = reviveSession(STORED, anotherName)
  if (!session) throw new Error('The stored session is whole.')
  const more = withFactsShown(session, 'addition_facts', ['addition-2-3', 'addition-7-8'])
  expect(withFactsShown(more, 'division_facts', ['division-8-2']).factsShownToday).toEqual({
    addition_facts: ['addition-7-8', 'addition-2-3'],
    division_facts: ['division-8-2'],
  })
})

describe('the location', () => {
  test('[LOC-4] takes country from the country code, state from region or region code, location from the city', () => {
    expect(
      placeFromLookup({ country_code: 'US', city: 'Fresno', region: 'California', region_code: 'CA' }),
    ).toEqual({ country: 'US', state: 'California', location: 'Fresno' })
    expect(placeFromLookup({ country_code: 'US', city: null, region: null, region_code: 'CA' })).toEqual({
      country: 'US',
      state: 'CA',
      location: '',
    })
  })

  test('[LOC-4] leaves out what the server would reject, so that it costs no score', () => {
    expect(
      placeFromLookup({
        country_code: 'RU',
        city: '<b>District',
        region: 'x'.repeat(101),
        region_code: 'CA',
      }),
    ).toEqual({ country: 'RU', state: '', location: '' })
    expect(revivePlace(' São Paulo ')).toBe('São Paulo')
    expect(revivePlace("St. John's")).toBe("St. John's")
  })
})
