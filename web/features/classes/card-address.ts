import { SITE_ELEMENT_ID } from '../../../contract/site-element.ts'
import { hasShape, isText } from '../../lib/shape.ts'

/** Where people reach this installation, and whether another device can. */
type CardAddress = {
  readonly origin: string
  readonly host: string
  readonly isThisDeviceOnly: boolean
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const hasPublicUrl = hasShape<{ publicUrl: string }>({ publicUrl: isText })

function publicUrlIn(text: string | null | undefined): string | null {
  try {
    const json: unknown = JSON.parse(text ?? '')
    return hasPublicUrl(json) ? json.publicUrl : null
  } catch {
    return null
  }
}

/** The address for what goes to other devices: that of the settings in the page, or where this page itself was found. */
export function cardAddress(siteText: string | null | undefined, pageOrigin: string): CardAddress {
  const { origin, host, hostname } = new URL(publicUrlIn(siteText) ?? pageOrigin)
  return { origin, host, isThisDeviceOnly: LOOPBACK.test(hostname) }
}

/** The same, of the page that is open. */
export function readCardAddress(): CardAddress {
  return cardAddress(document.getElementById(SITE_ELEMENT_ID)?.textContent, location.origin)
}
