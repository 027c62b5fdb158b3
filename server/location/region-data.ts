import { createRequire } from 'node:module'
import { US_STATES } from '../../domain/location.ts'
import { countryName } from '../../domain/region-name.ts'

/** A country or region with its English name. `code` is its ISO 3166 code, for regions without the country's. */
export type Coded = { readonly code: string; readonly name: string }

type Containment = {
  readonly supplemental: {
    readonly subdivisionContainment: Readonly<Record<string, { readonly _contains: readonly string[] }>>
  }
}
type Territories = { readonly supplemental: { readonly territoryInfo: Readonly<Record<string, unknown>> } }
type Names = {
  readonly subdivisions: {
    readonly localeDisplayNames: { readonly subdivisions: Readonly<Record<string, string>> }
  }
}

const read = createRequire(import.meta.url)
/** The subdivisions of each country and region, by keys such as `deby`. */
const CONTAINED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(
    (read('cldr-core/supplemental/subdivisionContainment.json') as Containment).supplemental
      .subdivisionContainment,
  ).map(([key, { _contains: parts }]) => [key, parts]),
)
const TERRITORIES = (read('cldr-core/supplemental/territoryInfo.json') as Territories).supplemental
  .territoryInfo
const NAMES = (read('cldr-subdivisions-full/subdivisions/en/en.json') as Names).subdivisions
  .localeDisplayNames.subdivisions

/** Reserved codes of places within other countries, and the code for an unknown country. */
const NO_COUNTRY = ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA', 'ZZ']
/** Corrections of wrong or annotated names in the Unicode data. */
const CORRECTED: Readonly<Record<string, string>> = {
  cz10: 'Prague',
  ir00: 'Alborz',
  ir09: 'North Khorasan',
  fr20r: 'Corsica',
  nzmbh: 'Marlborough',
  soby: 'Bay',
}

const byName = (one: Coded, other: Coded): number => one.name.localeCompare(other.name, 'en')

/** Reduces a name to the characters that a place may have, without footnote marks. */
function tidy(name: string): string {
  return name
    .replaceAll(/[²†]/g, '')
    .replaceAll('–', '-')
    .replaceAll('&', 'and')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

function readRegions(country: string): readonly Coded[] {
  if (country === 'US') return US_STATES
  const regions = (CONTAINED.get(country) ?? []).flatMap((key) => {
    const name = CORRECTED[key] ?? NAMES[key]
    // Regions without a name are also countries, such as New Caledonia.
    return name === undefined ? [] : [{ code: key.slice(2).toUpperCase(), name: tidy(name) }]
  })
  return regions.length === 0 ? [{ code: country, name: countryName(country) }] : regions.toSorted(byName)
}

/** All countries, sorted by name. */
export const COUNTRIES: readonly Coded[] = Object.keys(TERRITORIES)
  .filter((code) => !NO_COUNTRY.includes(code))
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted(byName)

/** The regions of each country, sorted by name. A country without regions is its own region. */
export const REGIONS: ReadonlyMap<string, readonly Coded[]> = new Map(
  COUNTRIES.map(({ code }) => [code, readRegions(code)]),
)

/** The code of the first-level region that contains this region; the code itself if it is first-level. */
export function outerRegion(country: string, code: string): string {
  const start = country.toLowerCase()
  let key = `${start}${code.toLowerCase()}`
  for (;;) {
    const outer = [...CONTAINED].find(
      ([group, parts]) => group.length > 2 && group.startsWith(start) && parts.includes(key),
    )?.[0]
    if (outer === undefined) return key.slice(2).toUpperCase()
    key = outer
  }
}
