const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', style: 'short' })

/** The English name of a country by its ISO 3166-1 code, such as `Germany` for DE; any other text unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code).replaceAll('&', 'and') : code
}

/**
 * The name under which a region is stored, shown and ranked on the state boards: `Texas` in the US, elsewhere with its country,
 * as in `Bavaria, Germany`. A country without regions is its own region: `Puerto Rico`.
 */
export function regionOnBoards(country: string, region: string): string {
  const name = countryName(country)
  return region === '' || country === '' || country === 'US' || region === name
    ? region
    : `${region}, ${name}`
}
