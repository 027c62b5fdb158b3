import type { geoRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'

/** A rough location, in the format of the lookup service named by the specification. */
export type RoughPlace = Output<(typeof geoRoutes)['locate']['response']>

export const UNKNOWN_PLACE: RoughPlace = { country_code: null, city: null, region: null, region_code: null }

/** Looks up an IP address. May reject; callers then use UNKNOWN_PLACE. */
export type Locate = (ip: string) => Promise<RoughPlace>

/**
 * Normalizes a country and a region, each a code, a name or '': the country to its ISO 3166-1 code, the region to its name on the
 * boards (ADR 0031). Returns which of the two is unknown.
 */
export type ReadRegion = (
  country: string,
  state: string,
) => { readonly country: string; readonly state: string } | { readonly unknown: 'country' | 'state' }
