import type { geoRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'

/** Roughly where somebody is, in the shape of the lookup service the specification names. */
export type RoughPlace = Output<(typeof geoRoutes)['locate']['answer']>

/** Nothing is known. */
export const NOWHERE: RoughPlace = { country_code: null, city: null, region: null, region_code: null }

/** Looks an IP address up. May fail in any way; whoever asks answers NOWHERE then. */
export type Locate = (ip: string) => Promise<RoughPlace>
