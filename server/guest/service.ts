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
import { refuseMerged, UnknownToken, type GuestStore, type ReadProfile, type Visitor } from './port.ts'

type SaveSession = Output<(typeof guestRoutes)['saveSession']['body']>
type AddTime = Output<(typeof guestRoutes)['addTime']['body']>
type GuestDay = Output<(typeof guestRoutes)['readSession']['response']>
type GuestSession = Output<(typeof guestRoutes)['saveSession']['response']>

type GuestServiceNeeds = {
  readonly guests: GuestStore
  readonly readProfile: ReadProfile
  readonly now: () => number
  readonly newPublicId: () => string
}

/** Operations on a guest's session, identified by token hash. */
export type GuestService = {
  /** The guest's day. Throws a 404 Refusal for an unknown token. */
  readDay(tokenHash: string): Promise<GuestDay>
  /** Creates the session or updates its name and location. */
  saveSession(visitor: Visitor, body: SaveSession): Promise<GuestSession>
  /** Adds time played on the practice day of `secondsAgo`; creates the session of an unknown token. */
  addTime(visitor: Omit<Visitor, 'locate'>, body: AddTime): Promise<GuestDay>
}

function dayOf(guest: GuestRecord): GuestDay {
  return { lastActiveDate: guest.lastActiveDay, timePlayedToday: guest.secondsPlayed }
}

export function guestService(needs: GuestServiceNeeds): GuestService {
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
    readDay: async (tokenHash) => {
      const guest = await guests.find(tokenHash)
      refuseMerged(guest)
      if (!guest) throw new UnknownToken()
      return dayOf(asOf(guest, now()))
    },

    saveSession: async (visitor, body) => {
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

    addTime: async (visitor, { additionalTime, submissionId, secondsAgo = 0 }) => {
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
