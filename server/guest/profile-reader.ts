import type { GuestRecord, ProfileChange } from '../../domain/guest-record.ts'
import type { ReadRegion } from '../location/port.ts'
import { Refusal } from '../http/errors.ts'
import type { KnownPlace, ProfileInput, ReadProfile, Visitor } from './port.ts'

type ProfileReaderNeeds = {
  readonly readRegion: ReadRegion
  /** Finds the stored guest by token hash. */
  readonly find: (tokenHash: string) => Promise<GuestRecord | null>
}

type Unfit = { readonly field: 'location' | 'country' | 'state'; readonly fault: string }

/** Country and region in stored form; empty if neither is given. */
function readWhere({ country, state }: ProfileInput, readRegion: ReadRegion): ProfileChange | Unfit {
  if (country === undefined && !state) return state === undefined ? {} : { state: '' }
  const read = readRegion(country ?? '', state ?? '')
  if ('unknown' in read) {
    const list = read.unknown === 'country' ? 'a country' : 'a region of the country'
    return { field: read.unknown, fault: `must be ${list} as GET /api/regions lists it` }
  }
  return state === undefined ? { country: read.country } : read
}

function badLocation({ field, fault }: Unfit): Refusal {
  return new Refusal(400, 'bad_location', `${field} ${fault}.`)
}

/** Whether all given fields match this place. */
function isIn({ location, country, state }: ProfileChange, place: KnownPlace): boolean {
  return (
    location === place.location &&
    (country ?? place.country) === place.country &&
    (state ?? place.state) === place.state
  )
}

/**
 * Validates names and locations. A city is accepted if it is already stored for this guest with the same region, or if a lookup of
 * the visitor's address returns it (ADR 0035).
 */
export function profileReader({ readRegion, find }: ProfileReaderNeeds): ReadProfile {
  const cityOf = async (
    said: ProfileChange,
    { tokenHash, locate }: Visitor,
  ): Promise<ProfileChange | Unfit> => {
    const stored = await find(tokenHash)
    if (stored && isIn(said, stored)) return said
    const found = await locate()
    if (isIn(said, found)) return found
    return { field: 'location', fault: 'must be the town that GET /api/geo gives for this visitor' }
  }

  return async (input, visitor) => {
    const name = input.nickname === undefined ? {} : { nickname: input.nickname }
    const where = readWhere(input, readRegion)
    if ('fault' in where) throw badLocation(where)
    const location = input.location?.normalize('NFC').trim()
    const isCity = location !== undefined && location !== ''
    const place = isCity ? await cityOf({ ...where, location }, visitor) : where
    if ('fault' in place) throw badLocation(place)
    return { ...name, ...place, ...(input.location === undefined || isCity ? {} : { location: '' }) }
  }
}
