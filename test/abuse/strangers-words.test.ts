import { expect, test } from 'vitest'
import { guestRoutes } from '../../contract/guest.ts'
import { isGenerated } from '../../domain/nickname.ts'
import { UNKNOWN_PLACE, type Locate, type RoughPlace } from '../../server/location/port.ts'
import { startApp } from '../factories/app.ts'
import { battlePlayer } from '../factories/battle-player.ts'
import { startArena } from '../factories/battle-server.ts'
import { scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { rowsOf } from '../factories/sqlite-file.ts'

const NAMES = [
  'meet at the park',
  'Moderator',
  'You',
  'Admin42',
  'fuck',
  'call 5551234567',
  'SwiftFox',
  'SwiftFox0',
  'SwiftFox042',
  'SwiftFox100',
  'swiftfox42',
  'SwiftFox42 ',
  'Swift Fox 42',
  'MeanFox42',
  'SwiftMeet42',
  'SwiftFox42SwiftFox42',
  'player',
  '',
  ' ',
  'a'.repeat(25),
  'a'.repeat(2000),
  '🦊',
]

const PLACES = [
  'meet at the park',
  'Sacramento',
  '5 Oak Street',
  'call my mom',
  'Moderator',
  'fuckville',
  'a'.repeat(2000),
  '\u3164\u3164',
]

const VISITOR = { 'x-forwarded-for': '203.0.113.7' }
const MUNICH: RoughPlace = { country_code: 'DE', city: 'Munich', region: 'Bayern', region_code: 'BY' }

/** A server behind a proxy, whose lookup knows one visitor's place. */
function withLookUp(place: RoughPlace) {
  const lookup = { place }
  const locate: Locate = async (ip) => (ip === VISITOR['x-forwarded-for'] ? lookup.place : UNKNOWN_PLACE)
  return { lookup, started: startApp({ locate, trustProxy: true }) }
}

/** The guest as stored by a call. */
async function stored(
  app: Awaited<ReturnType<typeof startApp>>,
  path: string,
  body: Record<string, unknown>,
) {
  expect(await app.post(path, body)).toMatchObject({ status: 200 })
  return (await rowsOf(app.dataDir, 'guest')).at(-1)
}

test('[NIC-6] a name that is not ours is replaced by a generated one, the same for the same token, in the answer too', async () => {
  const app = await startApp()
  for (const nickname of NAMES) {
    const { sessionToken } = sessionBody()
    const { json } = await app.post('/api/guest/session', sessionBody({ sessionToken, nickname }))
    const given = guestRoutes.saveSession.response.parse(json).nickname
    expect({ nickname, given, isOurs: isGenerated(given) }).toEqual({ nickname, given, isOurs: true })
    expect(await stored(app, '/api/guest/score', scoreBody({ sessionToken, nickname }))).toMatchObject({
      nickname: given,
    })
  }
})

test('[NIC-6] accepts a name of our word lists from another client, and Player', async () => {
  const app = await startApp()
  const names = ['SwiftFox42', 'ThankfulHedgehog99', 'WiseBee1', 'BraveLynx88', 'RadiantHeron7', 'Player']
  for (const nickname of names) {
    const answer = await app.post('/api/guest/session', sessionBody({ nickname }))
    expect(answer).toMatchObject({ status: 200, json: { nickname } })
  }
})

test('[LOC-9, LOC-10] an invented city, country or region is stored as empty, for a session and a score', async () => {
  const app = await startApp()
  for (const field of ['location', 'country', 'state']) {
    for (const text of PLACES) {
      const answer = await app.post('/api/guest/session', sessionBody({ [field]: text }))
      expect({ field, text, answer }).toMatchObject({ answer: { status: 200, json: { [field]: '' } } })
      expect(await stored(app, '/api/guest/score', scoreBody({ [field]: text }))).toMatchObject({
        [field]: '',
      })
    }
  }
})

test('[LOC-9] a client that sends a city of its own plays in its state', async () => {
  const app = await startApp()
  const body = scoreBody({ nickname: 'BraveLynx88', location: 'Springfield', country: 'US', state: 'IL' })
  expect(await stored(app, '/api/guest/score', body)).toMatchObject({
    nickname: 'BraveLynx88',
    location: '',
    country: 'US',
    state: 'Illinois',
  })
})

test('[LOC-9] a score without a city keeps the guest’s stored one, from any network', async () => {
  const { started } = withLookUp(MUNICH)
  const app = await started
  const munich = { location: 'Munich', country: 'DE', state: 'Bavaria, Germany' }
  const { sessionToken } = sessionBody(munich)
  await app.post('/api/guest/session', { ...sessionBody(munich), sessionToken }, VISITOR)
  const { location: _town, ...score } = scoreBody({ ...munich, sessionToken })
  const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
  expect(await app.post('/api/guest/score', score, elsewhere)).toMatchObject({ status: 200 })
  expect(await rowsOf(app.dataDir, 'guest')).toMatchObject([munich])
})

test('[LOC-9] accepts the city that the lookup returns for this visitor, only with its region, and for nobody else', async () => {
  const { started } = withLookUp(MUNICH)
  const app = await started
  const munich = { location: 'Munich', country: 'DE', state: 'Bavaria' }
  const taken = await app.post('/api/guest/session', sessionBody(munich), VISITOR)
  expect(taken).toMatchObject({ status: 200, json: { ...munich, state: 'Bavaria, Germany' } })
  const moved = sessionBody({ ...munich, country: 'US', state: 'TX' })
  expect(await app.post('/api/guest/session', moved, VISITOR)).toMatchObject({
    json: { location: '', country: 'US', state: 'Texas' },
  })
  const other = await app.post('/api/guest/session', sessionBody(munich), {
    'x-forwarded-for': '203.0.113.8',
  })
  expect(other).toMatchObject({ status: 200, json: { location: '', state: 'Bavaria, Germany' } })
})

test('[LOC-9] a stored city stays the guest’s on another network, but not with another region', async () => {
  const { lookup, started } = withLookUp(MUNICH)
  const app = await started
  const body = sessionBody({ location: 'Munich', country: 'DE', state: 'Bavaria, Germany' })
  await app.post('/api/guest/session', body, VISITOR)
  lookup.place = UNKNOWN_PLACE
  expect(await app.post('/api/guest/session', body)).toMatchObject({
    status: 200,
    json: { location: 'Munich' },
  })
  const { sessionToken, nickname } = body
  const texas = await app.post('/api/guest/session', { sessionToken, nickname, country: 'US', state: 'TX' })
  expect(texas).toMatchObject({ status: 200, json: { location: '', country: 'US', state: 'Texas' } })
})

test.each([
  ['meet at the park', 'come to my house', 'Player', ''],
  ['Moderator', 'Sacramento', 'Player', ''],
  ['SwiftFox42', 'Sacramento, California', 'SwiftFox42', ''],
  ['BraveOwl7', 'California', 'BraveOwl7', 'California'],
  ['BraveOwl7', 'Bavaria, Germany', 'BraveOwl7', 'Bavaria, Germany'],
])(
  '[BAT-4] an opponent who claims %j from %j is shown as %j from %j',
  async (nickname, location, shown, from) => {
    const arena = await startArena()
    const [one, two] = [await battlePlayer(arena.url), await battlePlayer(arena.url)]
    one.join({ nickname: 'CalmBear5' })
    two.join({ nickname, location })
    const { opponents } = await one.next('battle-countdown')
    expect(opponents).toMatchObject([{ nickname: shown, location: from }])
  },
)

test('[NIC-6] the points of an impossible name are none', async () => {
  const app = await startApp()
  expect(await app.get('/api/guest/weekly-points/Moderator')).toMatchObject({ json: { totalPoints: 0 } })
})
