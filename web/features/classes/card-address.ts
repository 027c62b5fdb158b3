import { readSite } from '../../lib/site.ts'

/** The address of this installation, and whether other devices can reach it. */
type CardAddress = {
  readonly origin: string
  readonly host: string
  readonly isThisDeviceOnly: boolean
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The address to print for other devices: the configured one, or the one of this page. */
export function cardAddress(publicUrl: string | null, pageOrigin: string): CardAddress {
  const { origin, host, hostname } = new URL(publicUrl ?? pageOrigin)
  return { origin, host, isThisDeviceOnly: LOOPBACK.test(hostname) }
}

/** The same, of the page that is open. */
export function readCardAddress(): CardAddress {
  return cardAddress(readSite().publicUrl, location.origin)
}
