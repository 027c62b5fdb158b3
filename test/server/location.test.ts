import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { geoRoutes } from '../../contract/guest.ts'
import { firstThatKnows } from '../../server/location/service.ts'
import { mmdbLocator } from '../../server/location/mmdb-locator.ts'
import { UNKNOWN_PLACE, type Locate } from '../../server/location/port.ts'
import { lookupUrl, MAX_ANSWER_BYTES, urlLocator } from '../../server/location/url-locator.ts'
import { startApp } from '../factories/app.ts'
import { mmdbOf, SACRAMENTO } from '../factories/mmdb.ts'
import { filePath } from '../factories/sqlite-file.ts'
import { tempFolder } from '../factories/temp-folder.ts'

const VISITOR = '203.0.113.7'
const FOUND = { country_code: 'US', city: 'Sacramento', region: 'California', region_code: 'CA' }

const nowhere: Locate = async () => UNKNOWN_PLACE
const knows: Locate = async () => FOUND
const broken: Locate = async () => {
  throw new Error('broken')
}

/** A lookup service of our own with set answers, that records its requests. */
async function lookupService(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function ask(locate: Locate, address = VISITOR): Promise<unknown> {
  const app = await startApp({ locate, trustProxy: true })
  const answer = await app.get('/api/geo', { headers: { 'x-forwarded-for': address } })
  expect(answer.status).toBe(200)
  expect(geoRoutes.locate.response.safeParse(answer.json).success).toBe(true)
  return answer.json
}

function databaseFile(bytes: Buffer): string {
  const path = join(tempFolder(), 'city.mmdb')
  writeFileSync(path, bytes)
  return path
}

test('[LOC-1] a local database file gives country, city and region', async () => {
  const locate = mmdbLocator(databaseFile(mmdbOf(VISITOR, SACRAMENTO)))
  expect(await ask(locate)).toEqual(FOUND)
  expect(await ask(locate, '203.0.113.8')).toEqual(UNKNOWN_PLACE)
  expect(await ask(locate, '2001:db8::1')).toEqual(UNKNOWN_PLACE)
})

test('[LOC-1] an incomplete record gives what it has', async () => {
  const locate = mmdbLocator(databaseFile(mmdbOf(VISITOR, { country: { iso_code: 'BR' } })))
  expect(await ask(locate)).toEqual({ ...UNKNOWN_PLACE, country_code: 'BR' })
})

test('[LOC-1] an invalid database file stops startup with a sentence', () => {
  const path = databaseFile(Buffer.from('no database'))
  expect(() => mmdbLocator(path)).toThrow(
    `GEO_DB is ${JSON.stringify(path)}, which is not a readable MaxMind`,
  )
})

test('[LOC-1] asks a lookup service for the visitor’s address', async () => {
  const { url, asked } = await lookupService((_request, response) => {
    response.end(JSON.stringify({ ...FOUND, ip: VISITOR, org: 'not ours to keep' }))
  })
  expect(await ask(urlLocator(`${url}/json/{ip}/x?fields=all`))).toEqual(FOUND)
  expect(await ask(urlLocator(`${url}/json/`))).toEqual(FOUND)
  expect(asked).toEqual([`/json/${VISITOR}/x?fields=all`, `/json/${VISITOR}`])
})

test('[LOC-1] the address replaces the placeholder in the setting, or is added at its end', () => {
  expect(lookupUrl('https://geo.example/{ip}/json', '2001:db8::1')).toBe(
    'https://geo.example/2001%3Adb8%3A%3A1/json',
  )
  expect(lookupUrl('https://geo.example', VISITOR)).toBe(`https://geo.example/${VISITOR}`)
  expect(lookupUrl('https://geo.example/v1/', VISITOR)).toBe(`https://geo.example/v1/${VISITOR}`)
})

test('[LOC-1] asks the service where the file knows nothing', async () => {
  expect(await ask(firstThatKnows([nowhere, knows]))).toEqual(FOUND)
  expect(await ask(firstThatKnows([broken, knows]))).toEqual(FOUND)
  expect(await ask(firstThatKnows([knows, broken]))).toEqual(FOUND)
})

test('[LOC-2] without file and service all four are null', async () => {
  expect(await ask(firstThatKnows([]))).toEqual(UNKNOWN_PLACE)
})

const FAILURES: readonly (readonly [string, RequestListener])[] = [
  ['an error', (_request, response) => response.writeHead(500).end('{}')],
  ['a refusal', (_request, response) => response.writeHead(429).end(JSON.stringify(FOUND))],
  ['no JSON', (_request, response) => response.end('<html>sign in to the network</html>')],
  ['another JSON', (_request, response) => response.end('["US"]')],
  ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['a cut connection', (request) => request.socket.destroy()],
  [
    'an endless answer',
    (_request, response) => void response.end(' '.repeat(MAX_ANSWER_BYTES) + JSON.stringify(FOUND)),
  ],
]

test.each(FAILURES)(
  '[LOC-2] %s from the service means no location, and still a 200',
  async (_name, answer) => {
    const { url } = await lookupService(answer)
    expect(await ask(urlLocator(url))).toEqual(UNKNOWN_PLACE)
  },
)

test('[LOC-2] a service that is down or never responds means no location', async () => {
  expect(await ask(urlLocator('http://127.0.0.1:1'))).toEqual(UNKNOWN_PLACE)
  const { url } = await lookupService(() => undefined)
  expect(await ask(urlLocator(url, 50))).toEqual(UNKNOWN_PLACE)
  const slow = await lookupService((_request, response) => void response.write('{'))
  expect(await ask(urlLocator(slow.url, 50))).toEqual(UNKNOWN_PLACE)
})

test("[LOC-2] passes on the service's response only if it could be stored", async () => {
  const { url } = await lookupService((_request, response) => {
    response.end(
      JSON.stringify({ country_code: 7, city: 'x'.repeat(101), region: '<b>Bold</b>', region_code: 'fuck' }),
    )
  })
  expect(await ask(urlLocator(url))).toEqual(UNKNOWN_PLACE)
  const odd = await lookupService((_request, response) => {
    response.end(JSON.stringify({ country_code: 'US', city: ' Sa\u0303o Paulo ' }))
  })
  expect(await ask(urlLocator(odd.url))).toEqual({ ...UNKNOWN_PLACE, country_code: 'US', city: 'São Paulo' })
})

test('[LOC-2] more lookups than the service should handle give no location', async () => {
  const waiting: (() => void)[] = []
  const { url } = await lookupService((_request, response) => {
    waiting.push(() => response.end(JSON.stringify(FOUND)))
    if (waiting.length === 32) for (const finish of waiting) finish()
  })
  const locate = urlLocator(url)
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => locate(VISITOR)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

test('[LOC-3] the address is in no log line and not in the database, whether the lookup works or not', async () => {
  const failing = await lookupService((request) => request.socket.destroy())
  for (const locate of [knows, urlLocator(failing.url)]) {
    const app = await startApp({ locate, trustProxy: true })
    await app.get('/api/geo', { headers: { 'x-forwarded-for': VISITOR } })
    await app.close()
    expect(app.lines.length).toBeGreaterThan(0)
    expect(app.lines.join('')).not.toContain(VISITOR)
    expect(readFileSync(filePath(app.dataDir)).includes(VISITOR)).toBe(false)
  }
})

test('[RUN-15] accepts the forwarded address only from a trusted proxy', async () => {
  let asked: string | null = null
  const locate: Locate = async (ip) => {
    asked = ip
    return UNKNOWN_PLACE
  }
  const seen: (string | null)[] = []
  const headers = { 'x-forwarded-for': '198.51.100.1, 198.51.100.2, 198.51.100.3' }
  for (const trustProxy of [
    false,
    true,
    1,
    2,
    ['10.0.0.0/8'],
    ['127.0.0.0/8'],
    ['127.0.0.1', '198.51.100.3'],
  ]) {
    asked = null
    await (await startApp({ locate, trustProxy })).get('/api/geo', { headers })
    seen.push(asked)
  }
  expect(seen).toEqual([
    null,
    '198.51.100.1',
    '198.51.100.3',
    '198.51.100.2',
    null,
    '198.51.100.3',
    '198.51.100.2',
  ])
})

test('[LOC-2] does not look up an invalid forwarded address', async () => {
  const asked: string[] = []
  const locate: Locate = async (ip) => {
    asked.push(ip)
    return FOUND
  }
  expect(await ask(locate, 'unknown')).toEqual(UNKNOWN_PLACE)
  expect(await ask(locate, '../../etc/passwd')).toEqual(UNKNOWN_PLACE)
  expect(asked).toEqual([])
})

test('[LOC-1] looks up an address in its simplest form', async () => {
  const asked: string[] = []
  const locate: Locate = async (ip) => {
    asked.push(ip)
    return FOUND
  }
  const forms = ['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:cb00:7107', '2001:DB8:0:0::1%eth0']
  for (const form of forms) expect(await ask(locate, form)).toEqual(FOUND)
  expect(asked).toEqual([VISITOR, VISITOR, VISITOR, '2001:db8::1'])
})

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.1.1',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fd00::1',
  'fe80::1%eth0',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
])('[LOC-2] does not look up %s, which is not a public address', async (address) => {
  const asked: string[] = []
  const locate: Locate = async (ip) => {
    asked.push(ip)
    return FOUND
  }
  expect(await ask(locate, address)).toEqual(UNKNOWN_PLACE)
  expect(asked).toEqual([])
})
