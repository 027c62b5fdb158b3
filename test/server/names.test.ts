import { expect, test } from 'vitest'
import { US_STATES } from '../../domain/location.ts'
import { ADJECTIVES, ANIMALS, generateNickname } from '../../domain/nickname.ts'
import { nicknameFault, placeFault } from '../../server/guest/name-check.ts'
import { nickname as nicknameShape } from '../../contract/guest.ts'
import { startApp } from '../factories/app.ts'
import { scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { storedRows } from '../factories/sqlite-file.ts'

test('[NIC-2] every name that can be generated passes the server’s own check', () => {
  expect(ADJECTIVES.length).toBeGreaterThanOrEqual(40)
  expect(ANIMALS.length).toBeGreaterThanOrEqual(40)
  const refused: string[] = []
  // Which adjective, which animal, which number: the three draws, each over its whole range at its edges.
  for (let adjective = 0; adjective < ADJECTIVES.length; adjective += 1) {
    for (let animal = 0; animal < ANIMALS.length; animal += 1) {
      for (const number of [0, 0.06, 0.42, 0.68, 0.999]) {
        const draws = [(adjective + 0.5) / ADJECTIVES.length, (animal + 0.5) / ANIMALS.length, number]
        const name = generateNickname(() => draws.shift() ?? 0)
        if (nicknameFault(name) !== null || !nicknameShape.safeParse(name).success) refused.push(name)
      }
    }
  }
  expect(refused).toEqual([])
})

const HOSTILE_NAMES = [
  // Profanity, and profanity in disguise.
  'fuck',
  'FuckYou',
  'fuuuuck',
  'f-u-c-k',
  'F_U_C_K',
  'f u c k',
  'fu ck',
  'f_ck you fuck',
  'SillyShit1',
  'MyShit22',
  'xXshitXx',
  'sh1t',
  '5hit',
  'SH1THEAD',
  'b1tch',
  'a55hole',
  'asshole42',
  'n1gger',
  'cunt',
  'p0rn',
  'd1ck',
  'penis',
  'pen1s',
  'Hitler',
  'naz1',
  'kkk',
  'KKKid',
  'k-k-k',
  'p_orn',
  'ni_gger',
  'hit-ler',
  'kys',
  'ihateyou',
  'I hate you',
  'idiot',
  'loser',
  'suicide',
  'murder me',
  'terrorist',
  'poop',
  'sex',
  'phuck',
  'wtf',
  'STFU',
  'heil',
  'cocaine',
  'weed',
  'vodka',
  'gaylord',
  '---',
  '_ _',
  // Numbers to call.
  '5551234567',
  '555 123 4567',
  '555-123-4567',
  '555_1234',
  'call 5551234',
  '1 2 3 4 5 6 7 8',
  '555 l23 4567',
  '5o5 123 4567',
  'five five five 1234',
  // Addresses and handles.
  'joe at gmail dot com',
  'joe gmail com',
  'joe-gmail-com',
  'joegmail',
  'www tenfold com',
  'http tenfold',
  'visit me dot com',
  'mysite com',
  'snap joe123',
  'insta_joe',
  'tiktok joe',
  'add me',
  'text me',
  'CallMe 4',
  'discord joe',
  'wwwsitecom',
]

test.each(HOSTILE_NAMES)('[NIC-6] the name %j is refused, and nothing is stored', async (nickname) => {
  const app = await startApp()
  for (const answer of [
    await app.post('/api/guest/session', sessionBody({ nickname })),
    await app.post('/api/guest/score', scoreBody({ nickname })),
  ]) {
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ message: expect.stringMatching(/^nickname must /), code: 'bad_nickname' })
  }
  expect(await storedRows(app.dataDir)).toBe(0)
})

test('[NIC-6] harmless names are taken', () => {
  const harmless = [
    'Player',
    'SwiftFox42',
    'Player12345',
    'Class of 2010',
    'Ada Lovelace',
    'bird-watcher_7',
    'Seven of Nine',
    'Assistant 3',
    'Scrappy',
    'Bass Player',
    'Cassandra',
    'Dominica',
    'Como',
    'Matthew',
    'Snapdragon',
    'skilled1',
    'Analyst',
    'Grape',
    'Tumbleweed',
    'Sheila',
    'Heroine',
    'Wwwoosh',
    'x',
    '42',
  ]
  expect(harmless.filter((name) => nicknameFault(name) !== null)).toEqual([])
})

test('[NIC-5] only 1 to 24 letters, digits, spaces, - and _ are a name', async () => {
  const app = await startApp()
  const statusOf = async (nickname: unknown) =>
    (await app.post('/api/guest/session', sessionBody({ nickname }))).status
  expect(await statusOf('a')).toBe(200)
  expect(await statusOf('Abcdefghij klmnop_rst-v2')).toBe(200)
  for (const wrong of [
    '',
    ' ',
    '   ',
    'a'.repeat(25),
    'joe@x',
    'joe.x',
    'Zoë',
    'fox🦊',
    'a\tb',
    'a/b',
    "O'Neil",
  ]) {
    expect({ wrong, status: await statusOf(wrong) }).toEqual({ wrong, status: 400 })
  }
})

test('[LOC-9] real places are taken', () => {
  const places = [
    'Sacramento',
    'São Paulo',
    'København',
    '東京',
    'Αθήνα',
    'St. John’s',
    "Coeur d'Alene",
    'Winston-Salem',
    'Washington, D.C.',
    'Scunthorpe',
    'Middlesex',
    'Essex',
    'Sussex',
    'Penistone',
    'Clitheroe',
    'Lightwater',
    'Dickinson',
    'Dickson',
    'Hancock',
    'Babcock',
    'Hitchcock',
    'Cockeysville',
    'Massachusetts',
    'Assisi',
    'Arkansas',
    'Killeen',
    'Fishkill',
    'Peekskill',
    'Titusville',
    'Shitake',
    'Dothan',
    'Phuket',
    'Nazareth',
    'Intercourse',
    'Analândia',
    'Cumming',
    'Beaverton',
    'Big Beaver',
    'Grapevine',
    'Rapeltown',
    'Humptulips',
    'Denver, CO',
    'Bastrop',
    '29 Palms',
    'Kill Devil Hills',
    'San Fernando del Valle de Catamarca',
    'Bassfield',
    'Como',
    'Chester-le-Street',
    'Street',
    'Iowa City',
    'Is-sur-Tille',
    'Calle Larga',
    'Fukushima',
    'Fukuoka',
    'FUKUI',
    'Higashi Fukuyama',
    'Fukagawa',
    'Cocke',
    'Cocke County',
    'Shitara',
    'Shitara-cho',
    'Pornichet',
    'Bitche',
    '',
  ]
  expect(places.filter((place) => placeFault(place) !== null)).toEqual([])
})

test('[LOC-9, LOC-5] every state of the US is taken by its code and its name, in capitals and in small letters', async () => {
  const ways = US_STATES.flatMap(({ code, name }) =>
    [code, name].flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]),
  )
  expect(ways).toHaveLength(51 * 6)
  expect(ways.filter((state) => placeFault(state) !== null)).toEqual([])
  const app = await startApp()
  for (const state of ['ME', 'me', 'Maine', 'MAINE']) {
    const session = await app.post('/api/guest/session', sessionBody({ country: 'US', state }))
    expect(session).toMatchObject({ status: 200, json: { state: 'Maine' } })
    const score = await app.post('/api/guest/score', scoreBody({ country: 'US', state }))
    expect({ state, status: score.status }).toEqual({ state, status: 200 })
  }
})

test('[LOC-9] a country whose code is a word that people say is taken', async () => {
  const app = await startApp()
  for (const country of ['IS', 'AM', 'ME', 'MY']) {
    const answer = await app.post('/api/guest/session', sessionBody({ country, state: '' }))
    expect(answer).toMatchObject({ status: 200, json: { country } })
  }
})

test('[LOC-9] a place of profanity, contact data, too much text or control characters is a 400', async () => {
  const app = await startApp()
  const wrong = [
    'fuckville',
    'I hate you Bob Smith you are ugly',
    'one two three four five six seven eight',
    'Z\u0334\u0321\u0327\u0301oo',
    '\u3164\u3164',
    'Shit Town',
    'ShitTown',
    'bullshit',
    'sh1tville',
    'Fuku you',
    'fukville',
    'Fukushima fuck',
    'fuck Fukushima',
    'FuckShitara',
    'bitches',
    'pornville',
    'cock',
    'joe at gmail dot com',
    'www.tenfold.com',
    'a'.repeat(101),
    'a\u0007b',
    '555-1234',
    'Meet me at 5 Oak Street',
    'call my mom',
    '12 Elm Road',
    'Calle Mayor 7',
  ]
  for (const field of ['location', 'country', 'state']) {
    for (const text of wrong) {
      const answer = await app.post('/api/guest/session', sessionBody({ [field]: text }))
      expect({ text, status: answer.status }).toEqual({ text, status: 400 })
      expect(answer.json).toEqual({
        message: expect.stringMatching(new RegExp(`^${field} must `)),
        code: 'bad_location',
      })
    }
  }
  expect(await storedRows(app.dataDir)).toBe(0)
})

test('[LOC-9] with a score an unfit place is left as it was, and the score counts', async () => {
  const app = await startApp()
  const body = scoreBody({ location: 'Portland', country: 'US', state: 'ME' })
  const { sessionToken } = body
  expect(await app.post('/api/guest/score', body)).toMatchObject({ status: 200 })
  const unfit = scoreBody({ sessionToken, location: 'fuckville', country: 'US', state: 'call my mom' })
  expect(await app.post('/api/guest/score', unfit)).toMatchObject({ status: 200 })
  const board = await app.get('/api/guest/leaderboard?league=addition_facts')
  expect(board.json).toMatchObject([{ score: 40, location: 'Portland', country: 'US', state: 'Maine' }])
})

test('[LOC-9, NIC-6] a first score with an unfit place counts without one; an unfit name is still refused', async () => {
  const app = await startApp()
  const unfit = { location: 'Shit Town', country: 'fuckville', state: 'Meet me' }
  const refused = await app.post('/api/guest/score', scoreBody({ ...unfit, nickname: 'fuck' }))
  expect(refused).toMatchObject({ status: 400, json: { code: 'bad_nickname' } })
  expect(await app.post('/api/guest/score', scoreBody(unfit))).toMatchObject({ status: 200 })
  const board = await app.get('/api/guest/leaderboard?league=addition_facts')
  expect(board.json).toMatchObject([{ score: 20, location: '', country: '', state: '' }])
})
