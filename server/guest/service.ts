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
import { Refusal } from '../http/errors.ts'
import { UnknownToken, type GuestStore, type ReadProfile, type Visitor } from './port.ts'

type SaveSession = Output<(typeof guestRoutes)['saveSession']['body']>
type AddTime = Output<(typeof guestRoutes)['addTime']['body']>
type GuestDay = Output<(typeof guestRoutes)['readSession']['answer']>
type GuestSession = Output<(typeof guestRoutes)['saveSession']['answer']>

type GuestServiceNeeds = {
  readonly guests: GuestStore
  readonly readProfile: ReadProfile
  readonly now: () => number
  readonly newPublicId: () => string
}

/** What the server does for a guest's session; `tokenHash` stands for the token everywhere. */
export type GuestService = {
  /** The guest's day. Throws a 404 Refusal for an unknown token. */
  readDay(tokenHash: string): Promise<GuestDay>
  /** Makes the session or sets its name and place. Throws a 400 Refusal for a place that is unfit. */
  saveSession(visitor: Visitor, body: SaveSession): Promise<GuestSession>
  /** Adds time played on the practice day of `secondsAgo`; an unknown token gets its session. */
  addTime(visitor: Omit<Visitor, 'locate'>, body: AddTime): Promise<GuestDay>
}

function dayOf(guest: GuestRecord): GuestDay {
  return { lastActiveDate: guest.lastActiveDay, timePlayedToday: guest.secondsPlayed }
}

/** Throws a 409 Refusal for a guest who has signed in: what is said of name, place and time is nobody's any more. */
function refuseMerged(guest: GuestRecord | null): void {
  if (guest === null || guest.mergedAtMs === null) return
  const sentence = 'This guest has signed in. Please go on with a new sessionToken.'
  throw new Refusal(409, 'guest_signed_in', sentence)
}

/** The guest calls over a store. */
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
      const profile = await readProfile(body, visitor, 'refused')
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
