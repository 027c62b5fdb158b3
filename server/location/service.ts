import { MAX_PLACE_LENGTH, PLACE_PATTERN } from '../../contract/guest.ts'
import type { Place } from '../../domain/location.ts'
import { regionOnBoards } from '../../domain/region-name.ts'
import { addressToLookUp } from './address.ts'
import { type Locate, UNKNOWN_PLACE, type RoughPlace } from './port.ts'
import { findCountry, findRegion } from './regions.ts'

type LocationNeeds = {
  readonly locate: Locate
  /** Called for a failed lookup with the kind of failure, never the address. */
  readonly onFailure: (kind: string) => void
}

/** Normalizes country and region to the lists, so that each region has one name (ADR 0031). */
function listed({ country_code, region, region_code }: RoughPlace): Omit<RoughPlace, 'city'> {
  const country = findCountry(country_code ?? '')
  if (country === null) return { country_code: null, region: null, region_code: null }
  const written = [region, region_code].filter((text) => text !== null)
  // A country without regions is its own region, even if the lookup returns none.
  const found = [...written, country].map((text) => findRegion(country, text)).find((each) => each !== null)
  return { country_code: country, region: found?.name ?? null, region_code: found?.code ?? null }
}

/** The text if it may be stored as a place, else null. */
function clean(text: string | null): string | null {
  const trimmed = text?.normalize('NFC').trim() ?? ''
  const isUsable = trimmed !== '' && trimmed.length <= MAX_PLACE_LENGTH && PLACE_PATTERN.test(trimmed)
  return isUsable ? trimmed : null
}

export function storedPlaceOf({ city, country_code, region }: RoughPlace): Place {
  const country = country_code ?? ''
  return { location: city ?? '', country, state: regionOnBoards(country, region ?? '') }
}

/**
 * Looks up a rough location; all fields are null if it is unknown, the address is not public, or the lookup fails
 * (decisions §4). The address is not stored.
 */
export function roughPlaceOf({ locate, onFailure }: LocationNeeds): Locate {
  return async (ip) => {
    const address = addressToLookUp(ip)
    if (address === null) return UNKNOWN_PLACE
    try {
      const found: RoughPlace = await locate(address)
      return { ...listed(found), city: clean(found.city) }
    } catch (error) {
      onFailure(error instanceof Error ? error.name : typeof error)
      return UNKNOWN_PLACE
    }
  }
}

/** Tries locators in order until one returns a country. Rejects if none does and one failed. */
export function firstThatKnows(locators: readonly Locate[]): Locate {
  return async (ip) => {
    let failure: unknown = null
    for (const locate of locators) {
      try {
        const found = await locate(ip)
        if (found.country_code !== null) return found
      } catch (error) {
        failure = error
      }
    }
    if (failure !== null) throw failure
    return UNKNOWN_PLACE
  }
}
