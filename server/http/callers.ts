import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, SocketAddress, type Socket } from 'node:net'
import type { ProxyTrust } from '../config.ts'

/** Whether this address, so many hops from our own end, is a proxy whose word counts. */
export type Believes = (address: string, hop: number) => boolean

/** Who calls, by address. It reads Node's own requests, so that a socket's handshake is judged as any other call is. */
export type Callers = {
  /**
   * What stands for the caller's address in limits, never the address itself. Null for a call of this machine itself,
   * where a proxy that is not believed would be everybody; what a believed proxy passes on is never ours, whatever
   * address it writes there.
   */
  keyOf(request: IncomingMessage): string | null
  /** The host the caller asked for: what the proxy next to us says, where it is believed. */
  hostOf(request: IncomingMessage): string | undefined
  /** Whether the caller came by TLS: PUBLIC_URL says so, or the proxy next to us, where it is believed. */
  isSecure(request: IncomingMessage): boolean
}

/** Whether a request names more than one host: which of them a proxy has judged, and which we would take, may differ. */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** An address without its zone, and an IPv4 one that came as IPv6 (`::ffff:…`, RFC 4291 §2.5.5.2) as IPv4. */
export function plainAddress(text: string): string {
  const [address = ''] = text.split('%')
  if (!isIPv6(address)) return address
  const { address: shortest } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)
  return mapped?.[1] ?? shortest
}

/** How many more bits a range of IPv4 addresses has when it is written as one of IPv6. */
const MAPPED_BITS = 96

/** Those in these ranges. A range of IPv6 holds no IPv4 address, unless it is one that is written so. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const ofVersion = { 4: new BlockList(), 6: new BlockList() } as const
  for (const range of ranges) {
    const [written = '', bits] = range.split('/')
    const address = plainAddress(written)
    const isMapped = isIPv6(written) && !isIPv6(address)
    if (isIPv6(address)) ofVersion[6].addSubnet(address, Number(bits ?? 128), 'ipv6')
    else {
      const ipv4Bits = bits === undefined ? 32 : Number(bits) - (isMapped ? MAPPED_BITS : 0)
      if (ipv4Bits >= 0) ofVersion[4].addSubnet(address, ipv4Bits, 'ipv4')
    }
  }
  return (text) => {
    const address = plainAddress(text)
    const version = isIP(address)
    if (version === 4) return ofVersion[4].check(address, 'ipv4')
    return version === 6 && ofVersion[6].check(address, 'ipv6')
  }
}

/** Which proxies are believed by the setting; with a number, so many of them counted from our own end. */
export function believedProxies(trust: ProxyTrust): Believes {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return inRanges(trust)
}

/** The last of what proxies have written into a header: that of the one next to us. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
}

/** Our end of the connection's address, those of believed proxies, and last the caller's: as Fastify reads them. */
function addressesOf({ headers, socket }: IncomingMessage, believes: Believes): string[] {
  const said = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = [socket.remoteAddress ?? '', ...said.toReversed()]
  const caller = addresses.findIndex((address, hop) => !believes(address, hop))
  return caller < 0 ? addresses : addresses.slice(0, caller + 1)
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** One household or server has a whole /64 of IPv6, so that is what counts as an address. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + after.length < 8) groups.push('0')
  return groups.slice(0, 4).join(':')
}

/**
 * The callers of one app, behind the proxies that are believed; `isPublicOverTls` is whether PUBLIC_URL is https. With the
 * salt, and only with it, a key can be compared with an address.
 */
export function callersBehind(believes: Believes, isPublicOverTls: boolean, salt: Buffer): Callers {
  const makeKey = (request: IncomingMessage): string | null => {
    const addresses = addressesOf(request, believes)
    const caller = plainAddress(addresses.at(-1) ?? '')
    if (addresses.length <= 1 && isLoopback(caller)) return null
    return createHash('sha256').update(salt).update(network(caller)).digest('base64')
  }
  // Of what a connection carried last: most carry the calls of one visitor, and a key takes longer to make than a call.
  const lastKeys = new WeakMap<Socket, { readonly said: unknown; readonly key: string | null }>()
  return {
    keyOf: (request) => {
      const said = request.headers['x-forwarded-for']
      const last = lastKeys.get(request.socket)
      if (last && last.said === said) return last.key
      const key = makeKey(request)
      lastKeys.set(request.socket, { said, key })
      return key
    },
    hostOf: ({ headers, socket }) => {
      const said = lastOf(headers['x-forwarded-host'])
      return said !== undefined && said !== '' && believes(socket.remoteAddress ?? '', 0)
        ? said
        : headers.host
    },
    isSecure: ({ headers, socket }) =>
      isPublicOverTls ||
      (lastOf(headers['x-forwarded-proto']) === 'https' && believes(socket.remoteAddress ?? '', 0)),
  }
}
