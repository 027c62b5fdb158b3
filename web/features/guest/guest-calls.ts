import type { geoRoutes, guestRoutes } from '../../../contract/guest.ts'
import { guestEndpoints } from '../../../contract/guest-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import {
  hasShape,
  isBoolean,
  isNumber,
  isNumberOrNull,
  isOptionalNumberOrNull,
  isText,
  isTextOrNull,
  type Check,
} from '../../lib/shape.ts'

type Routes = typeof guestRoutes & typeof geoRoutes
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

export type ScoreAnswer = Answer<'saveScore'>
/** The answer to a score, with the id of the finished session. */
export type Scored = ScoreAnswer & { readonly id: string }

const isDay: Check<string> = (json): json is string => isText(json) && /^\d{4}-\d{2}-\d{2}$/.test(json)

const guestDay = { lastActiveDate: isDay, timePlayedToday: isNumber }

const isGuestDay = hasShape<Answer<'readSession'>>(guestDay)

const isGuestSession = hasShape<Answer<'saveSession'>>({
  ...guestDay,
  publicId: isText,
  nickname: isText,
  location: isText,
  country: isText,
  state: isText,
})

const isScore = hasShape<ScoreAnswer>({
  counted: isBoolean,
  practiceDay: isText,
  dailyScore: isNumber,
  dailyProblemsSolved: isNumber,
  rank: isNumber,
  rankBefore: isNumberOrNull,
  ranked: isNumber,
  pointsToNext: isOptionalNumberOrNull,
})

const hasId = hasShape<{ id: string }>({ id: isText })

/** A kept answer to a score, or null when it is none. */
export function reviveScored(json: unknown): Scored | null {
  return isScore(json) && hasId(json) ? json : null
}

const isRoughPlace = hasShape<Answer<'locate'>>({
  country_code: isTextOrNull,
  city: isTextOrNull,
  region: isTextOrNull,
  region_code: isTextOrNull,
})

/** The calls of a guest as the browser makes them: the contract's methods, paths and types, and a check of each answer. */
export const guestCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  readSession: { ...guestEndpoints.readSession, accepts: isGuestDay },
  saveSession: { ...guestEndpoints.saveSession, accepts: isGuestSession },
  addTime: { ...guestEndpoints.addTime, accepts: isGuestDay },
  saveScore: { ...guestEndpoints.saveScore, accepts: isScore },
  locate: { ...guestEndpoints.locate, accepts: isRoughPlace },
}
