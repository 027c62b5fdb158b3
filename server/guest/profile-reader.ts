import { DEFAULT_NICKNAME, type GuestRecord, type ProfileChange } from '../../domain/guest-record.ts'
import type { ReadRegion } from '../location/port.ts'
import { nicknamesFor } from './friendly-names.ts'
import type { KnownPlace, ProfileInput, ReadProfile, Visitor } from './port.ts'

type ProfileReaderNeeds = {
  readonly readRegion: ReadRegion
  /** Finds the stored guest by token hash. */
  readonly find: (tokenHash: string) => Promise<GuestRecord | null>
  readonly isStudentName: (nickname: string) => Promise<boolean>
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

/** The place to store: without its city, unless that is already stored or looked up. */
async function placeOf(
  said: ProfileChange,
  { locate }: Visitor,
  stored: GuestRecord | null,
): Promise<ProfileChange> {
  if (stored && isIn(said, stored)) return said
  const found = await locate()
  return isIn(said, found) ? found : { ...said, location: '' }
}

/**
 * Reads names and locations. A city is accepted if it is already stored for this guest with the same region, or if a lookup of
 * the visitor's address returns it. What is not ours, and a student's name, is replaced or left out, never refused (ADR 0066).
 */
export function profileReader({ readRegion, find, isStudentName }: ProfileReaderNeeds): ReadProfile {
  const nameOf = async (
    text: string,
    { tokenHash }: Visitor,
    stored: GuestRecord | null,
  ): Promise<string> => {
    for (const name of nicknamesFor(text, tokenHash)) {
      if (name === DEFAULT_NICKNAME || name === stored?.nickname || !(await isStudentName(name))) return name
    }
    return DEFAULT_NICKNAME
  }

  return async (input, visitor) => {
    const { nickname, location: city } = input
    const stored = nickname === undefined && !city ? null : await find(visitor.tokenHash)
    const name = nickname === undefined ? {} : { nickname: await nameOf(nickname, visitor, stored) }
    const where = readWhere(input, readRegion)
    if (city === undefined) return { ...name, ...where }
    const location = city?.normalize('NFC').trim() ?? ''
    const place = { ...where, location }
    return { ...name, ...(location === '' ? place : await placeOf(place, visitor, stored)) }
  }
}
