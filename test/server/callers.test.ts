import type { IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { ProxyTrust } from '../../server/config.ts'
import {
  trustedProxies,
  createCallers,
  normalizeAddress,
  type IsTrustedProxy,
} from '../../server/http/callers.ts'

const SALT = Buffer.from('of this installation')

type Seen = { readonly ip: string; readonly ips: readonly string[]; readonly host: string }
type Asked = { readonly remoteAddress: string; readonly headers: Readonly<Record<string, string>> }

const PEERS = ['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '203.0.113.9', '2001:db8::7', 'fd00::5']
const SAID = [
  '',
  '198.51.100.4',
  ' 198.51.100.4 ,, 10.9.9.9',
  'nonsense, 127.0.0.1',
  '198.51.100.4, 2001:db8::8, ::ffff:10.0.0.1, fd00::9',
  '::1',
  '127.0.0.1',
]
const HOSTS = ['', 'play.example', 'play.example, inner.example:3000']

function requests(): Asked[] {
  return PEERS.flatMap((remoteAddress) =>
    SAID.flatMap((said) =>
      HOSTS.map((host) => ({
        remoteAddress,
        headers: {
          ...(said === '' ? {} : { 'x-forwarded-for': said }),
          ...(host === '' ? {} : { 'x-forwarded-host': host }),
        },
      })),
    ),
  )
}

/** A call that came without a proxy. */
function callFrom(remoteAddress: string): IncomingMessage {
  return { headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage
}

/** What a Fastify with this trust makes of a request, and the request itself. */
async function readers(trustProxy: boolean | string[] | IsTrustedProxy) {
  const app = fastify({ trustProxy })
  onTestFinished(() => app.close())
  let raw: IncomingMessage | null = null
  app.get('/', async (request): Promise<Seen> => {
    raw = request.raw
    return { ip: request.ip, ips: request.ips ?? [request.ip], host: request.host }
  })
  return async (asked: Asked) => {
    const answer = await app.inject({ url: '/', ...asked })
    if (!raw) throw new Error('no request came in')
    return { seen: answer.json<Seen>(), raw }
  }
}

test.each<[string, ProxyTrust, boolean | string[]]>([
  ['nobody', false, false],
  ['everybody', true, true],
  ['a range', ['10.0.0.0/8'], ['10.0.0.0/8']],
  ['ranges of both kinds', ['127.0.0.1', '::1', 'fd00::/8'], ['127.0.0.1', '::1', 'fd00::/8']],
  ['an IPv4 range written as IPv6', ['::ffff:10.0.0.0/104'], ['::ffff:10.0.0.0/104']],
  ['a wide range of IPv6', ['::/1'], ['::/1']],
  ['one address', ['::ffff:203.0.113.9'], ['::ffff:203.0.113.9']],
])('[RUN-15] believing %s means the same as to Fastify itself', async (_whom, trust, fastifys) => {
  const [ours, theirs] = [await readers(trustedProxies(trust)), await readers(fastifys)]
  for (const asked of requests()) {
    const [{ seen }, { seen: expected }] = [await ours(asked), await theirs(asked)]
    expect({ asked, seen }).toEqual({ asked, seen: expected })
  }
})

test.each<[string, ProxyTrust]>([
  ['nobody', false],
  ['everybody', true],
  ['one hop', 1],
  ['two hops', 2],
  ['ranges', ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8']],
])('[RUN-15, SEC-7] believing %s, a handshake is read as any call is', async (_whom, trust) => {
  const isTrustedProxy = trustedProxies(trust)
  const callers = createCallers(isTrustedProxy, false, SALT)
  const read = await readers(isTrustedProxy)
  const direct = (remoteAddress: string) => callers.keyOf(callFrom(remoteAddress))
  for (const asked of requests()) {
    const { seen, raw } = await read(asked)
    const isOurs = seen.ips.length === 1 && ['127.0.0.1', '::1'].includes(seen.ip)
    const key = callers.keyOf(raw)
    expect({ asked, isOurs: key === null }).toEqual({ asked, isOurs })
    if (!isOurs && direct(seen.ip) !== null) expect({ asked, key }).toEqual({ asked, key: direct(seen.ip) })
    expect({ asked, host: callers.hostOf(raw) }).toEqual({ asked, host: seen.host })
  }
})

test('[API-11, RUN-14] a key distinguishes networks without revealing the address, and differs on every server', () => {
  const callers = createCallers(trustedProxies(false), false, SALT)
  const keyOf = (address: string) => callers.keyOf(callFrom(address))
  expect(keyOf('2001:db8:0:1::1')).toBe(keyOf('2001:0db8:0000:0001:ffff:0:0:9'))
  expect(keyOf('2001:db8:0:1::1')).toBe(keyOf('2001:db8:0:ff::1'))
  expect(keyOf('2001:db8:0:1::1')).not.toBe(keyOf('2001:db8:0:100::1'))
  expect(keyOf('198.51.100.4')).toBe(keyOf('0:0:0:0:0:ffff:198.51.100.4'))
  expect(keyOf('198.51.100.4')).not.toBe(keyOf('198.51.100.5'))
  expect(keyOf('198.51.100.4')).not.toContain('198')
  expect(
    createCallers(trustedProxies(false), false, Buffer.from('another')).keyOf(callFrom('198.51.100.4')),
  ).not.toBe(keyOf('198.51.100.4'))
  for (const ours of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(keyOf(ours)).toBeNull()
  expect(normalizeAddress('fe80::1%eth0')).toBe('fe80::1')
})
