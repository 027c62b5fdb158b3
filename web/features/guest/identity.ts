import type { GuestSession } from '../../../domain/guest-day.ts'
import type { Place } from '../../../domain/location.ts'
import { isGenerated } from '../../../domain/nickname.ts'
import { regionOnBoards } from '../../../domain/region-name.ts'
import { MAX_PLACE_LENGTH, PLACE_PATTERN } from '../../generated/constants.ts'
import { LETTERS_AND_DIGITS } from '../../lib/random-id.ts'

/** Local storage keys (specification §3: "kept in browser local storage"). */
export const SESSION_KEY = 'guestSession'
export const SAVED_NICKNAME_KEY = 'savedNickname'
export const SAVED_STATE_KEY = 'savedState'
export const LAST_SCORE_KEY = 'tenfold.lastScore'

export const NO_PLACE: Place = { location: '', country: '', state: '' }

const TOKEN_LENGTH = 16
/** More facts than all four operations have. Longer lists are broken and are cut. */
const MAX_FACTS_SHOWN = 600

/**
 * A new session token: 16 letters and digits, all equally likely (decisions §3). Bytes from the largest multiple of 62 on are
 * discarded, because taking them modulo 62 would favor the first letters.
 */
export function newSessionToken(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  const fair = 256 - (256 % LETTERS_AND_DIGITS.length)
  let token = ''
  while (token.length < TOKEN_LENGTH) {
    const bytes = new Uint8Array(TOKEN_LENGTH)
    fill(bytes)
    for (const byte of bytes) {
      if (byte < fair && token.length < TOKEN_LENGTH)
        token += LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]
    }
  }
  return token
}

/** The nickname if it could have been generated, else null. Anybody can edit local storage, and the server would store another. */
export function reviveNickname(json: unknown): string | null {
  return typeof json === 'string' && isGenerated(json) ? json : null
}

/** The place name if the server would accept it, else ''. */
export function revivePlace(json: unknown): string {
  if (typeof json !== 'string' || json.length > MAX_PLACE_LENGTH) return ''
  return PLACE_PATTERN.test(json) ? json.trim() : ''
}

/** The region a player chose: its country's code and its name on the boards, both '' for none. */
export type ChosenState = Pick<Place, 'country' | 'state'>

/** How a chosen region is stored: in the US as the bare name, as in earlier versions. */
export function storedState(chosen: ChosenState): string | ChosenState {
  return chosen.country === 'US' || chosen.state === '' ? chosen.state : chosen
}

/** The region a player chose; null if none was chosen or the stored value is not valid. */
export function reviveChosenState(json: unknown): ChosenState | null {
  const fields = new Map<string, unknown>(Object.entries(json ?? {}))
  const isBare = typeof json === 'string'
  const state = isBare ? json : fields.get('state')
  const country = isBare ? (json === '' ? '' : 'US') : fields.get('country')
  if (typeof country !== 'string' || typeof state !== 'string') return null
  return revivePlace(country) === country && revivePlace(state) === state ? { country, state } : null
}

/**
 * The player's place after choosing a region. A city reveals its region, so it is kept only for the region it was found in. If no
 * region is to be shown, no place is.
 */
export function chosenPlace({ country, state }: ChosenState, before: Place): Place {
  const isSame = country === before.country && state === before.state
  return state === '' ? NO_PLACE : { location: isSame ? before.location : '', country, state }
}

/** The lists of facts shown, without invalid entries. */
function reviveFactsShown(json: unknown): GuestSession['factsShownToday'] {
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(
    Object.entries(json)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .map(([league, ids]) => [
        league,
        ids.filter((id): id is string => typeof id === 'string').slice(-MAX_FACTS_SHOWN),
      ]),
  )
}

/**
 * The stored session, or null if its token or day is invalid. Other invalid fields get their empty value, and an invalid nickname
 * is replaced by `fallbackNickname`.
 */
export function reviveSession(json: unknown, fallbackNickname: () => string): GuestSession | null {
  if (typeof json !== 'object' || json === null) return null
  const stored = new Map<string, unknown>(Object.entries(json))
  const sessionToken = stored.get('sessionToken')
  const lastActiveDate = stored.get('lastActiveDate')
  const timePlayed = stored.get('timePlayedToday')
  if (typeof sessionToken !== 'string' || !/^[A-Za-z0-9]{16}$/.test(sessionToken)) return null
  if (typeof lastActiveDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(lastActiveDate)) return null
  return {
    sessionToken,
    nickname: reviveNickname(stored.get('nickname')) ?? fallbackNickname(),
    location: revivePlace(stored.get('location')),
    country: revivePlace(stored.get('country')),
    state: revivePlace(stored.get('state')),
    timePlayedToday:
      typeof timePlayed === 'number' && Number.isFinite(timePlayed) ? Math.max(0, timePlayed) : 0,
    lastActiveDate,
    factsShownToday: reviveFactsShown(stored.get('factsShownToday')),
  }
}

/** The place in a location lookup's answer (specification §4). Names that the server would refuse are left out. */
export function placeFromLookup(found: {
  country_code: string | null
  city: string | null
  region: string | null
  region_code: string | null
}): Place {
  const country = revivePlace(found.country_code)
  const region = revivePlace(found.region ?? found.region_code)
  return { location: revivePlace(found.city), country, state: regionOnBoards(country, region) }
}

/** Adds these facts to those shown today in the league, without duplicates, new ones last. */
export function withFactsShown(session: GuestSession, league: string, ids: readonly string[]): GuestSession {
  const shown = new Map(Object.entries(session.factsShownToday))
  const list = [...new Set([...(shown.get(league) ?? []), ...ids])].slice(-MAX_FACTS_SHOWN)
  shown.set(league, list)
  return { ...session, factsShownToday: Object.fromEntries(shown) }
}
