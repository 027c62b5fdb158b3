import { regionEndpoints } from '../../../contract/region-endpoints.ts'
import type { regionRoutes } from '../../../contract/regions.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isText, type Check } from '../../lib/shape.ts'

type Routes = typeof regionRoutes
type Country = Output<Routes['countries']['answer']>[number]
type Region = Output<Routes['regions']['answer']>[number]

const isCountry = hasShape<Country>({ code: isText, name: isText })
const isRegion = hasShape<Region>({ code: isText, name: isText, state: isText })

const listOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (json): json is Value[] =>
    Array.isArray(json) && json.every(check)

/** The calls for the picker of a region as the browser makes them, with a check of each answer. */
export const regionCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  countries: { ...regionEndpoints.countries, accepts: listOf(isCountry) },
  regions: { ...regionEndpoints.regions, accepts: listOf(isRegion) },
}
