import { place } from '../../contract/guest.ts'
import { MAX_PLACE_LENGTH } from '../../contract/guest-limits.ts'
import { lookedUpAddress } from './address.ts'
import { NOWHERE, type Locate, type RoughPlace } from './port.ts'

export type LocationNeeds = {
  readonly locate: Locate
  /** Whether a text may be stored as a place; what may not is not suggested either. */
  readonly isFit: (text: string) => boolean
  /** Told of a lookup that failed, with the kind of the failure only: never with the address. */
  readonly onFailure: (kind: string) => void
}

/**
 * The rough place of an address, every field null where it is not known, and on any failure (decisions §4).
 * An address that is not public is not looked up: it has no place. The address is handed to the lookup and forgotten.
 */
export function roughPlaceOf({ locate, isFit, onFailure }: LocationNeeds): Locate {
  const clean = (text: string | null): string | null => {
    const trimmed = text?.normalize('NFC').trim() ?? ''
    const usable = trimmed !== '' && trimmed.length <= MAX_PLACE_LENGTH && place.safeParse(trimmed).success
    return usable && isFit(trimmed) ? trimmed : null
  }
  return async (ip) => {
    const address = lookedUpAddress(ip)
    if (address === null) return NOWHERE
    try {
      const found: RoughPlace = await locate(address)
      return {
        country_code: clean(found.country_code),
        city: clean(found.city),
        region: clean(found.region),
        region_code: clean(found.region_code),
      }
    } catch (error) {
      onFailure(error instanceof Error ? error.name : typeof error)
      return NOWHERE
    }
  }
}
