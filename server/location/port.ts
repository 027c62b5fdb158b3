import type { geoRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'

/** Roughly where somebody is, in the shape of the lookup service the specification names. */
export type RoughPlace = Output<(typeof geoRoutes)['locate']['answer']>

/** Nothing is known. */
export const NOWHERE: RoughPlace = { country_code: null, city: null, region: null, region_code: null }

/** Looks an IP address up. May fail in any way; whoever asks answers NOWHERE then. */
export type Locate = (ip: string) => Promise<RoughPlace>

/**
 * Reads a country and a region of it, each written as a code or a name, '' where none is given: the country as its ISO 3166-1
 * code, the region under its name on the boards (ADR 0031). Says which of the two is not in the lists.
 */
export type ReadRegion = (
  country: string,
  state: string,
) => { readonly country: string; readonly state: string } | { readonly unknown: 'country' | 'state' }
