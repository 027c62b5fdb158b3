/** The 50 states and the District of Columbia, each under the one name it has on the boards (decisions §4). */
export const US_STATES: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'AL', name: 'Alabama' },
  { code: 'AK', name: 'Alaska' },
  { code: 'AZ', name: 'Arizona' },
  { code: 'AR', name: 'Arkansas' },
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'CT', name: 'Connecticut' },
  { code: 'DE', name: 'Delaware' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'FL', name: 'Florida' },
  { code: 'GA', name: 'Georgia' },
  { code: 'HI', name: 'Hawaii' },
  { code: 'ID', name: 'Idaho' },
  { code: 'IL', name: 'Illinois' },
  { code: 'IN', name: 'Indiana' },
  { code: 'IA', name: 'Iowa' },
  { code: 'KS', name: 'Kansas' },
  { code: 'KY', name: 'Kentucky' },
  { code: 'LA', name: 'Louisiana' },
  { code: 'ME', name: 'Maine' },
  { code: 'MD', name: 'Maryland' },
  { code: 'MA', name: 'Massachusetts' },
  { code: 'MI', name: 'Michigan' },
  { code: 'MN', name: 'Minnesota' },
  { code: 'MS', name: 'Mississippi' },
  { code: 'MO', name: 'Missouri' },
  { code: 'MT', name: 'Montana' },
  { code: 'NE', name: 'Nebraska' },
  { code: 'NV', name: 'Nevada' },
  { code: 'NH', name: 'New Hampshire' },
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NM', name: 'New Mexico' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'ND', name: 'North Dakota' },
  { code: 'OH', name: 'Ohio' },
  { code: 'OK', name: 'Oklahoma' },
  { code: 'OR', name: 'Oregon' },
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'RI', name: 'Rhode Island' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'SD', name: 'South Dakota' },
  { code: 'TN', name: 'Tennessee' },
  { code: 'TX', name: 'Texas' },
  { code: 'UT', name: 'Utah' },
  { code: 'VT', name: 'Vermont' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WA', name: 'Washington' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'WI', name: 'Wisconsin' },
  { code: 'WY', name: 'Wyoming' },
]

/** A place as a guest session holds it: `location` is the city. Empty where nothing is known. */
export type Place = { readonly location: string; readonly country: string; readonly state: string }

const NAMES_OF_THE_US = new Set(['us', 'usa', 'u.s.', 'u.s.a.', 'united states', 'united states of america'])

const STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['washington dc', 'District of Columbia'],
  ...US_STATES.flatMap(({ code, name }): [string, string][] => [
    [code.toLowerCase(), name],
    [name.toLowerCase(), name],
  ]),
])

function tidied(text: string | null): string {
  return (text ?? '').trim().replace(/\s+/g, ' ')
}

/** `US` for the United States under any of its usual names, otherwise the text without spare spaces. */
export function canonicalCountry(country: string | null): string {
  const text = tidied(country)
  return NAMES_OF_THE_US.has(text.toLowerCase()) ? 'US' : text
}

/**
 * `California` for CA, ca and California when the country is the US or not known; empty for everything that is no state of
 * the US: a region of another country is no opponent in a contest of states, and a text that names none has no board.
 */
export function canonicalState(country: string | null, state: string | null): string {
  const mayBeUs = ['', 'US'].includes(canonicalCountry(country))
  const written = tidied(state).toLowerCase().replace(/[.,]/g, '')
  return (mayBeUs ? STATE_NAMES.get(written) : undefined) ?? ''
}

/** How a guest's own place reads: 'city, state', else 'city, country', else the city, else nothing (§3). */
export function displayLocation({ location, state, country }: Place): string {
  if (location === '') return ''
  if (state !== '') return `${location}, ${state}`
  return country === '' ? location : `${location}, ${country}`
}

/** How a place reads on a board: state and city in the US, otherwise country and city (specification §4). */
export function boardLocation({ location, state, country }: Place): string {
  const region = country === 'US' && state !== '' ? state : country
  return [region, location].filter((part) => part !== '').join(', ')
}
