import type { GuestSession } from '../../../domain/guest-day.ts'
import type { Place } from '../../../domain/location.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { regionOnBoards } from '../../../domain/region-name.ts'
import { MAX_PLACE_LENGTH, PLACE_PATTERN } from '../../generated/constants.ts'
import { LETTERS_AND_DIGITS } from '../../lib/random-id.ts'

/** Local storage keys (specification §3: "kept in browser local storage"). */
export const SESSION_KEY = 'guestSession'
export const SAVED_NICKNAME_KEY = 'savedNickname'
export const SAVED_STATE_KEY = 'savedState'
export const LAST_SCORE_KEY = 'tenfold.lastScore'

/** The place of who has none. */
export const NOWHERE: Place = { location: '', country: '', state: '' }

const TOKEN_LENGTH = 16
/** More facts than all four operations have; a longer list is garbage, and cut. */
const MAX_FACTS_SHOWN = 600

/**
 * A new session token: 16 letters and digits, each as likely as any other (decisions §3). A byte that does not fit a
 * whole number of alphabets is thrown away, because taking it modulo 62 would favour the first letters.
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

/**
 * The nickname if it is one the generator could have made, else null: local storage can be edited by anybody, and a
 * name the server refuses would take the player's scores down with it.
 */
export function reviveNickname(json: unknown): string | null {
  return typeof json === 'string' && animalOf(json) !== null ? json : null
}

/** A place name the server will take, else ''. */
export function revivePlace(json: unknown): string {
  if (typeof json !== 'string' || json.length > MAX_PLACE_LENGTH) return ''
  return PLACE_PATTERN.test(json) ? json.trim() : ''
}

/** The region a player chose: its country's code and its name on the boards, both '' for none. */
export type ChosenState = Pick<Place, 'country' | 'state'>

/** How a chosen region is kept: the bare name in the US, as it always was. */
export function keptState(chosen: ChosenState): string | ChosenState {
  return chosen.country === 'US' || chosen.state === '' ? chosen.state : chosen
}

/** The region a player chose; null when none was ever chosen or what is kept is no name of a place. */
export function reviveChosenState(json: unknown): ChosenState | null {
  const kept = new Map<string, unknown>(Object.entries(json ?? {}))
  const isBare = typeof json === 'string'
  const state = isBare ? json : kept.get('state')
  const country = isBare ? (json === '' ? '' : 'US') : kept.get('country')
  if (typeof country !== 'string' || typeof state !== 'string') return null
  return revivePlace(country) === country && revivePlace(state) === state ? { country, state } : null
}

/**
 * The place of who chose this region. A city tells its region, so it stays only with the very one it was found in; who wants none
 * to be shown is shown with no place at all.
 */
export function chosenPlace({ country, state }: ChosenState, before: Place): Place {
  const isSame = country === before.country && state === before.state
  return state === '' ? NOWHERE : { location: isSame ? before.location : '', country, state }
}

/** The lists of facts shown, without anything that is not one. */
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
 * The stored session, or null when there is none to be had. The token and the day make a session; anything else that
 * is broken falls back to its empty value, and a name nobody generated is replaced by `fallbackNickname`.
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

/** The session's place from a location lookup's answer (specification §4); what the server would refuse is left out. */
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

/** The session with these facts noted as shown today in the league, each once, the latest last. */
export function withFactsShown(session: GuestSession, league: string, ids: readonly string[]): GuestSession {
  const shown = new Map(Object.entries(session.factsShownToday))
  const list = [...new Set([...(shown.get(league) ?? []), ...ids])].slice(-MAX_FACTS_SHOWN)
  shown.set(league, list)
  return { ...session, factsShownToday: Object.fromEntries(shown) }
}
