import { countryName, regionOnBoards } from '../../domain/region-name.ts'
import type { ReadRegion } from './port.ts'
import { COUNTRIES, outerRegion, REGIONS, type Coded } from './region-data.ts'

/** Names of the US besides its code and the one it has in the list. */
const NAMES_OF_THE_US = ['usa', 'united states', 'united states of america']

/** How names are compared: without case, accents, dots and spare spaces. */
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

/** Every way in which a region may be written, after its country's code; codes win over names. */
const WRITTEN: ReadonlyMap<string, RegionOfCountry> = new Map(
  WAYS.flatMap((written) => ALL.map((region) => [`${region.country} ${folded(written(region))}`, region])),
)

const BY_STATE: ReadonlyMap<string, RegionOfCountry> = new Map(
  ALL.map((region) => [folded(region.state), region]),
)

/** The ISO 3166-1 code of a country by its code or its English name; null for anything else. */
export function findCountry(text: string): string | null {
  return COUNTRY_CODES.get(folded(text)) ?? null
}

/** A country's region by its ISO 3166-2 code, also that of a part of it, or by its English name with or without the country's. */
export function findRegion(country: string, text: string): RegionOfCountry | null {
  const found = WRITTEN.get(`${country} ${folded(text)}`)
  if (found) return found
  const outer = /^[A-Za-z0-9]{1,3}$/.test(text) ? outerRegion(country, text) : text
  return WRITTEN.get(`${country} ${folded(outer)}`) ?? null
}

/** The region that is meant where no country is named: a state of the US, or the name that a region has on the boards. */
function findRegionAnywhere(text: string): RegionOfCountry | null {
  return findRegion('US', text) ?? BY_STATE.get(folded(text)) ?? null
}

/** The regions of a country, by name; null for an unknown country. */
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

/** A region or a country that is in the lists, under the name that is shown of it; '' for anything else. */
export function listedName(text: string): string {
  const country = findCountry(text)
  return findRegionAnywhere(text)?.state ?? (country === null ? '' : countryName(country))
}
