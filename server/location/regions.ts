import { countryName, regionOnBoards } from '../../domain/region-name.ts'
import type { ReadRegion } from './port.ts'
import { COUNTRIES, outerRegion, REGIONS, type Coded } from './region-data.ts'

/** Additional names of the US. */
const NAMES_OF_THE_US = ['usa', 'united states', 'united states of america']

/** Normalizes names for comparison: ignores case, accents, punctuation and extra spaces. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.,]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

const COUNTRY_CODES: ReadonlyMap<string, string> = new Map([
  ...NAMES_OF_THE_US.map((name): [string, string] => [name, 'US']),
  ...COUNTRIES.flatMap(({ code, name }): [string, string][] => [
    [folded(name), code],
    [code.toLowerCase(), code],
  ]),
])

type RegionOfCountry = Coded & { readonly country: string; readonly state: string }

const ALL: readonly RegionOfCountry[] = [...REGIONS].flatMap(([country, regions]) =>
  regions.map(({ code, name }) => ({ code, name, country, state: regionOnBoards(country, name) })),
)

const WAYS = [
  ({ code, name }: Coded) => (name === 'District of Columbia' ? 'Washington DC' : code),
  ({ state }: RegionOfCountry) => state,
  ({ name }: Coded) => name,
  ({ code }: Coded) => code,
]

/** All accepted spellings of a region, prefixed with the country code; codes take precedence over names. */
const WRITTEN: ReadonlyMap<string, RegionOfCountry> = new Map(
  WAYS.flatMap((written) => ALL.map((region) => [`${region.country} ${folded(written(region))}`, region])),
)

const BY_STATE: ReadonlyMap<string, RegionOfCountry> = new Map(
  ALL.map((region) => [folded(region.state), region]),
)

/** The ISO 3166-1 code of a country given by code or English name, or null. */
export function findCountry(text: string): string | null {
  return COUNTRY_CODES.get(folded(text)) ?? null
}

/** Finds a region by its ISO 3166-2 code or that of a subregion, or by its English name, with or without the country's name. */
export function findRegion(country: string, text: string): RegionOfCountry | null {
  const found = WRITTEN.get(`${country} ${folded(text)}`)
  if (found) return found
  const outer = /^[A-Za-z0-9]{1,3}$/.test(text) ? outerRegion(country, text) : text
  return WRITTEN.get(`${country} ${folded(outer)}`) ?? null
}

/** Finds a region without a country: a US state, or a region's name on the boards. */
function findRegionAnywhere(text: string): RegionOfCountry | null {
  return findRegion('US', text) ?? BY_STATE.get(folded(text)) ?? null
}

/** The regions of a country, sorted by name; null for an unknown country. */
export function regionsOf(country: string): readonly RegionOfCountry[] | null {
  return REGIONS.has(country) ? ALL.filter((region) => region.country === country) : null
}

export const readRegion: ReadRegion = (country, state) => {
  const code = country.trim() === '' ? '' : findCountry(country)
  if (code === null) return { unknown: 'country' }
  if (state.trim() === '') return { country: code, state: '' }
  const region = code === '' ? findRegionAnywhere(state) : findRegion(code, state)
  return region ? { country: region.country, state: region.state } : { unknown: 'state' }
}

/** The displayed name of a listed region or country; '' for anything else. */
export function listedName(text: string): string {
  const country = findCountry(text)
  return findRegionAnywhere(text)?.state ?? (country === null ? '' : countryName(country))
}
