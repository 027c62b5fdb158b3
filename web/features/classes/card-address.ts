import { readSite } from '../../lib/site.ts'

/** Where people reach this installation, and whether another device can. */
type CardAddress = {
  readonly origin: string
  readonly host: string
  readonly isThisDeviceOnly: boolean
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The address for what goes to other devices: that of the settings, or where this page itself was found. */
export function cardAddress(publicUrl: string | null, pageOrigin: string): CardAddress {
  const { origin, host, hostname } = new URL(publicUrl ?? pageOrigin)
  return { origin, host, isThisDeviceOnly: LOOPBACK.test(hostname) }
}

/** The same, of the page that is open. */
export function readCardAddress(): CardAddress {
  return cardAddress(readSite().publicUrl, location.origin)
}
