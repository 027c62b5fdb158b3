import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, SocketAddress, type Socket } from 'node:net'
import type { ProxyTrust } from '../config.ts'

/** Whether this address is a trusted proxy; `hop` is its distance from this server. */
export type IsTrustedProxy = (address: string, hop: number) => boolean

/** Addresses of callers. Takes Node's requests, so that it works for websocket handshakes too. */
export type Callers = {
  /**
   * A salted hash of the caller's address, for limits. Null for requests from this machine, because an untrusted local proxy
   * would be everybody; requests forwarded by a trusted proxy never count as local.
   */
  keyOf(request: IncomingMessage): string | null
  /** A salted hash of a name that callers give, such as a class code, for limits. */
  hashOf(name: string): string
  /** The requested host: `X-Forwarded-Host` if the nearest proxy is trusted, else `Host`. */
  hostOf(request: IncomingMessage): string | undefined
  /** Whether the caller uses TLS, by PUBLIC_URL or by `X-Forwarded-Proto` if the nearest proxy is trusted. */
  isSecure(request: IncomingMessage): boolean
}

/** Whether a request has several Host headers; a proxy might have checked a different one than we would use. */
export function hasSeveralHostHeaders({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Strips the zone and converts IPv4-mapped IPv6 addresses (`::ffff:…`, RFC 4291 §2.5.5.2) to IPv4. */
export function normalizeAddress(text: string): string {
  const [address = ''] = text.split('%')
  if (!isIPv6(address)) return address
  const { address: shortest } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)
  return mapped?.[1] ?? shortest
}

/** The extra prefix bits of an IPv4 range written as IPv6. */
const MAPPED_BITS = 96

/** Tests addresses against ranges. An IPv6 range contains no IPv4 addresses unless it is IPv4-mapped. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const ofVersion = { 4: new BlockList(), 6: new BlockList() } as const
  for (const range of ranges) {
    const [written = '', bits] = range.split('/')
    const address = normalizeAddress(written)
    const isMapped = isIPv6(written) && !isIPv6(address)
    if (isIPv6(address)) ofVersion[6].addSubnet(address, Number(bits ?? 128), 'ipv6')
    else {
      const ipv4Bits = bits === undefined ? 32 : Number(bits) - (isMapped ? MAPPED_BITS : 0)
      if (ipv4Bits >= 0) ofVersion[4].addSubnet(address, ipv4Bits, 'ipv4')
    }
  }
  return (text) => {
    const address = normalizeAddress(text)
    const version = isIP(address)
    if (version === 4) return ofVersion[4].check(address, 'ipv4')
    return version === 6 && ofVersion[6].check(address, 'ipv6')
  }
}

/** The proxies trusted by the setting; a number means that many hops, counted from this server. */
export function trustedProxies(trust: ProxyTrust): IsTrustedProxy {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  return inRanges(trust)
}

/** The last value of a header, which the nearest proxy added. */
function lastValueOf(header: string | string[] | undefined): string | undefined {
  return String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
}

/** The socket's remote address, then those of trusted proxies, and last the caller's, as in Fastify. */
function addressesOf({ headers, socket }: IncomingMessage, isTrustedProxy: IsTrustedProxy): string[] {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = [socket.remoteAddress ?? '', ...forwarded.toReversed()]
  const caller = addresses.findIndex((address, hop) => !isTrustedProxy(address, hop))
  return caller < 0 ? addresses : addresses.slice(0, caller + 1)
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** For IPv6, the /56, because a household or server may have a whole one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + after.length < 8) groups.push('0')
  const [first, second, third, fourth = '0'] = [...groups, ...after]
  return [first, second, third, Number.parseInt(fourth, 16) >> 8].join(':')
}

/** `isPublicOverTls` is whether PUBLIC_URL is https. Keys can be matched with addresses only with the salt. */
export function createCallers(
  isTrustedProxy: IsTrustedProxy,
  isPublicOverTls: boolean,
  salt: Buffer,
): Callers {
  const hashOf = (text: string): string => createHash('sha256').update(salt).update(text).digest('base64')
  const makeKey = (request: IncomingMessage): string | null => {
    const addresses = addressesOf(request, isTrustedProxy)
    const caller = normalizeAddress(addresses.at(-1) ?? '')
    if (addresses.length <= 1 && isLoopback(caller)) return null
    return hashOf(networkOf(caller))
  }
  // The last key per connection: most connections have one visitor, and hashing a key takes longer than a request.
  const keys = new WeakMap<Socket, { readonly forwarded: unknown; readonly key: string | null }>()
  return {
    keyOf: (request) => {
      const forwarded = request.headers['x-forwarded-for']
      const last = keys.get(request.socket)
      if (last && last.forwarded === forwarded) return last.key
      const key = makeKey(request)
      keys.set(request.socket, { forwarded, key })
      return key
    },
    hashOf,
    hostOf: ({ headers, socket }) => {
      const forwarded = lastValueOf(headers['x-forwarded-host'])
      return forwarded !== undefined && forwarded !== '' && isTrustedProxy(socket.remoteAddress ?? '', 0)
        ? forwarded
        : headers.host
    },
    isSecure: ({ headers, socket }) =>
      isPublicOverTls ||
      (lastValueOf(headers['x-forwarded-proto']) === 'https' &&
        isTrustedProxy(socket.remoteAddress ?? '', 0)),
  }
}
