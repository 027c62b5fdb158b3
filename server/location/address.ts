import { BlockList, isIP, isIPv6 } from 'node:net'
import { normalizeAddress } from '../http/callers.ts'

/** Loopback, private, link-local, multicast and reserved networks. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const notPublic = new BlockList()
for (const [start, bits] of NOT_PUBLIC) notPublic.addSubnet(start, bits, isIPv6(start) ? 'ipv6' : 'ipv4')

/** The address to look up, or null if it is invalid or not public. */
export function addressToLookUp(ip: string): string | null {
  const address = normalizeAddress(ip)
  const family = isIP(address)
  if (family === 0 || notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4')) return null
  return address
}
