import type { securityRoutes } from '../../../contract/account-security.ts'
import { securityEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isBoolean, isNumber, isText, type Check } from '../../lib/shape.ts'
import { isDone } from './adult-calls.ts'

type Routes = typeof securityRoutes

/** How an account is kept safe. */
export type Security = Output<Routes['read']['answer']>
export type SessionHere = Security['sessions'][number]

const isSession = hasShape<SessionHere>({
  device: isText,
  startedAt: isNumber,
  lastUsedAt: isNumber,
  isThis: isBoolean,
})

const isSecurity = hasShape<Security>({
  sessions: (json): json is SessionHere[] => Array.isArray(json) && json.every(isSession),
  needsInvitation: isBoolean,
})

/** The calls by which an adult keeps the own account safe, with a check of each answer. */
export const securityCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  read: { ...securityEndpoints.read, accepts: isSecurity },
  changePassword: { ...securityEndpoints.changePassword, accepts: isDone },
  acceptInvitation: { ...securityEndpoints.acceptInvitation, accepts: isDone },
  endOthers: { ...securityEndpoints.endOthers, accepts: isDone },
} satisfies Record<keyof Routes, { accepts: Check<unknown> }>
