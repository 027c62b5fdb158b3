import type { guestRoutes } from '../../contract/guest.ts'
import type { Output } from '../../contract/route.ts'
import {
  activeOn,
  asOf,
  newGuest,
  withProfile,
  withTime,
  type GuestRecord,
} from '../../domain/guest-record.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { refuseMerged, UnknownToken, type ReadProfile, type Visitor } from './port.ts'
import type { GuestStore } from '../storage/sql/practice/guest-store.ts'

type SaveSession = Output<(typeof guestRoutes)['saveSession']['body']>
type AddTime = Output<(typeof guestRoutes)['addTime']['body']>
type GuestDay = Output<(typeof guestRoutes)['readSession']['response']>

type GuestServiceNeeds = {
  readonly guests: GuestStore
  readonly readProfile: ReadProfile
  readonly now: () => number
  readonly newPublicId: () => string
}

function dayOf(guest: GuestRecord): GuestDay {
  return { lastActiveDate: guest.lastActiveDay, timePlayedToday: guest.secondsPlayed }
}

/** Operations on a guest's session, identified by token hash. */
export function guestService(needs: GuestServiceNeeds) {
  const { guests, readProfile, now, newPublicId } = needs
  const knownOrNew = (
    known: GuestRecord | null,
    day: string,
    nowMs: number,
    { addressKey, admitNew }: Pick<Visitor, 'addressKey' | 'admitNew'>,
  ): GuestRecord => {
    if (known) return asOf(known, nowMs)
    admitNew()
    return newGuest(newPublicId(), day, nowMs, addressKey)
  }
  return {
    /** The guest's day. Throws a 404 Refusal for an unknown token. */
    readDay: async (tokenHash: string) => {
      const guest = await guests.find(tokenHash)
      refuseMerged(guest)
      if (!guest) throw new UnknownToken()
      return dayOf(asOf(guest, now()))
    },

    /** Creates the session or updates its name and location. */
    saveSession: async (visitor: Visitor, body: SaveSession) => {
      const nowMs = now()
      const day = practiceDay(nowMs)
      const profile = await readProfile(body, visitor)
      const saved = await guests.save(visitor.tokenHash, (known) => {
        refuseMerged(known)
        return withProfile(activeOn(knownOrNew(known, day, nowMs, visitor), day), profile, nowMs)
      })
      const { publicId, nickname, location, country, state } = saved
      return { ...dayOf(saved), publicId, nickname, location, country, state }
    },

    /** Adds time played on the practice day of `secondsAgo`; creates the session of an unknown token. */
    addTime: async (
      visitor: Omit<Visitor, 'locate'>,
      { additionalTime, submissionId, secondsAgo = 0 }: AddTime,
    ) => {
      const nowMs = now()
      const day = practiceDay(nowMs - secondsAgo * 1000)
      const { tokenHash } = visitor
      const report = { tokenHash, submissionId: submissionId ?? null, practiceDay: day }
      const guest = await guests.addTime(report, (known) => {
        refuseMerged(known)
        return withTime(knownOrNew(known, day, nowMs, visitor), day, additionalTime)
      })
      return dayOf(asOf(guest, nowMs))
    },
  }
}

export type GuestService = ReturnType<typeof guestService>
