import type { GuestRecord, ProfileChange } from '../../domain/guest-record.ts'
import type { ReadRegion } from '../location/port.ts'
import { friendlyNickname } from './friendly-names.ts'
import type { KnownPlace, ProfileInput, ReadProfile, Visitor } from './port.ts'

type ProfileReaderNeeds = {
  readonly readRegion: ReadRegion
  /** Finds the stored guest by token hash. */
  readonly find: (tokenHash: string) => Promise<GuestRecord | null>
}

/** Country and region in stored form; '' for one that is not listed. */
function readWhere({ country, state }: ProfileInput, readRegion: ReadRegion): ProfileChange {
  if (country === undefined && !state) return state === undefined ? {} : { state: '' }
  const read = (region: string): { readonly country: string; readonly state: string } => {
    const found = readRegion(country ?? '', region)
    if (!('unknown' in found)) return found
    return found.unknown === 'state' ? read('') : { country: '', state: '' }
  }
  const where = read(state ?? '')
  return state === undefined ? { country: where.country } : where
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
 * Reads names and locations. A city is accepted if it is already stored for this guest with the same region, or if a lookup of
 * the visitor's address returns it. What is not ours is replaced or left out, never refused (ADR 0066).
 */
export function profileReader({ readRegion, find }: ProfileReaderNeeds): ReadProfile {
  const placeOf = async (said: ProfileChange, { tokenHash, locate }: Visitor): Promise<ProfileChange> => {
    const stored = await find(tokenHash)
    if (stored && isIn(said, stored)) return said
    const found = await locate()
    return isIn(said, found) ? found : { ...said, location: '' }
  }

  return async (input, visitor) => {
    const name =
      input.nickname === undefined ? {} : { nickname: friendlyNickname(input.nickname, visitor.tokenHash) }
    const where = readWhere(input, readRegion)
    if (input.location === undefined) return { ...name, ...where }
    const location = input.location?.normalize('NFC').trim() ?? ''
    const place = { ...where, location }
    return { ...name, ...(location === '' ? place : await placeOf(place, visitor)) }
  }
}
