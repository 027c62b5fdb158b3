import { expect, test } from 'vitest'
import { MAX_PLACE_LENGTH, PLACE_PATTERN } from '../../contract/guest.ts'
import { regionRoutes } from '../../contract/regions.ts'
import { US_STATES } from '../../domain/location.ts'
import { regionOnBoards } from '../../domain/region-name.ts'
import { COUNTRIES, REGIONS } from '../../server/location/region-data.ts'
import { readRegion } from '../../server/location/regions.ts'
import { startApp } from '../factories/app.ts'
import { scoreBody, sessionBody } from '../factories/guest-calls.ts'

const BAVARIA = { country: 'DE', state: 'Bavaria, Germany' }

const fits = (name: string) => name.length <= MAX_PLACE_LENGTH && PLACE_PATTERN.test(name)

test('[LOC-5] recognizes every US state by code and name, however they are written', () => {
  for (const { code, name } of US_STATES) {
    for (const written of [code, code.toLowerCase(), name, name.toLowerCase(), ` ${name.toUpperCase()} `]) {
      expect(readRegion('US', written)).toEqual({ country: 'US', state: name })
      expect(readRegion('', written)).toEqual({ country: 'US', state: name })
    }
  }
})

test.each([
  ['usa', 'ca', 'US', 'California'],
  ['United States', 'new  york', 'US', 'New York'],
  ['US', 'D.C.', 'US', 'District of Columbia'],
  ['U.S.A.', 'Washington, D.C.', 'US', 'District of Columbia'],
  ['US', '', 'US', ''],
  ['', '', '', ''],
  ['DE', 'BY', BAVARIA.country, BAVARIA.state],
  ['de', 'Bavaria', BAVARIA.country, BAVARIA.state],
  ['Germany', 'Bavaria, Germany', BAVARIA.country, BAVARIA.state],
  ['', 'Bavaria, Germany', BAVARIA.country, BAVARIA.state],
  ['BR', 'sao paulo', 'BR', 'São Paulo, Brazil'],
  ['GB', 'LND', 'GB', 'England, UK'],
  ['AU', 'WA', 'AU', 'Western Australia, Australia'],
  ['PR', 'Puerto Rico', 'PR', 'Puerto Rico'],
  ['Canada', '', 'CA', ''],
])('[LOC-10] country %j and region %j are stored as %j and %j', (country, state, asCountry, asState) => {
  expect(readRegion(country, state)).toEqual({ country: asCountry, state: asState })
})

test.each([
  ['Atlantis', '', 'country'],
  ['constructor', '', 'country'],
  ['US', 'Guam', 'state'],
  ['US', '...', 'state'],
  ['GE', 'California', 'state'],
  ['DE', 'Bayern', 'state'],
  ['', 'Bavaria', 'state'],
  ['', 'Bavaria, France', 'state'],
])('[LOC-10] country %j and region %j are not in the lists: the %s is wrong', (country, state, unknown) => {
  expect(readRegion(country, state)).toEqual({ unknown })
})

test('[LOC-10] each region has a unique name, which can be stored and leads back to it', () => {
  const names = [...REGIONS].flatMap(([country, regions]) =>
    regions.map(({ name }) => ({ country, state: regionOnBoards(country, name) })),
  )
  expect(new Set(names.map(({ state }) => state)).size).toBe(names.length)
  expect(names.filter(({ state }) => !fits(state))).toEqual([])
  expect(COUNTRIES.filter(({ name }) => !fits(name))).toEqual([])
  expect(
    names.filter(({ country, state }) => {
      const read = readRegion(country, state)
      return !('state' in read) || read.state !== state
    }),
  ).toEqual([])
})

test('[LOC-11] lists the countries and a country’s regions, for everyone, by name and cacheable', async () => {
  const app = await startApp()
  const countries = await app.get('/api/regions')
  expect(regionRoutes.countries.response.safeParse(countries.json).success).toBe(true)
  expect(countries.json).toContainEqual({ code: 'DE', name: 'Germany' })
  const regions = await app.get('/api/regions/de')
  expect(regionRoutes.regions.response.safeParse(regions.json).success).toBe(true)
  expect(regions.json).toHaveLength(16)
  expect(regions.json).toContainEqual({ code: 'BY', name: 'Bavaria', state: 'Bavaria, Germany' })
  expect((await app.get('/api/regions/US')).json).toHaveLength(51)
  for (const { headers } of [countries, regions])
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
})

test('[LOC-11] an unknown country is a 404 and a malformed one a 400; neither is cached', async () => {
  const app = await startApp()
  const unknown = await app.get('/api/regions/XX')
  expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } })
  const malformed = await app.get('/api/regions/Germany')
  expect(malformed).toMatchObject({ status: 400, json: { code: 'bad_request' } })
  for (const { headers } of [unknown, malformed]) expect(headers.get('cache-control')).toBe('no-store')
})

test('[LOC-10, LB-5] regions of other countries compete with the states, under one name however they were written', async () => {
  const app = await startApp()
  for (const state of ['BY', 'Bavaria', 'Bavaria, Germany']) {
    const answer = await app.post('/api/guest/session', sessionBody({ country: 'DE', state }))
    expect(answer).toMatchObject({ status: 200, json: BAVARIA })
    const score = scoreBody({ country: 'DE', state })
    expect(await app.post('/api/guest/score', score)).toMatchObject({ status: 200 })
  }
  await app.post('/api/guest/score', scoreBody({ location: '', country: 'US', state: 'TX' }))
  const board = await app.get('/api/guest/state-leaderboard?league=addition_facts')
  expect(board.json).toMatchObject([
    { state: 'Bavaria, Germany', playerCount: 3, totalScore: 60, rank: 1 },
    { state: 'Texas', playerCount: 1, totalScore: 20, rank: 2 },
  ])
})
