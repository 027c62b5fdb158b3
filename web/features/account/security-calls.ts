import type { securityRoutes } from '../../../contract/account-security.ts'
import { securityEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isBoolean, isNumber, isRecord, isText, type Check } from '../../lib/shape.ts'
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

const isPasskey = hasShape<Security['passkeys'][number]>({ id: isText, device: isText, madeAt: isNumber })

const isSecurity = hasShape<Security>({
  sessions: (json): json is SessionHere[] => Array.isArray(json) && json.every(isSession),
  needsInvitation: isBoolean,
  secondStep: hasShape<Security['secondStep']>({ isOn: isBoolean, codesLeft: isNumber }),
  passkeys: (json): json is Security['passkeys'] => Array.isArray(json) && json.every(isPasskey),
})

/** A second step that counts once a code was right. */
export type BegunStep = Output<Routes['beginSecondStep']['answer']>

const areTexts = (json: unknown): json is string[] => Array.isArray(json) && json.every(isText)

const isBegunStep = hasShape<BegunStep>({ uri: isText, key: isText, recoveryCodes: areTexts })

/** The calls by which an adult keeps the own account safe, with a check of each answer. */
export const securityCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  read: { ...securityEndpoints.read, accepts: isSecurity },
  changePassword: { ...securityEndpoints.changePassword, accepts: isDone },
  acceptInvitation: { ...securityEndpoints.acceptInvitation, accepts: isDone },
  endOthers: { ...securityEndpoints.endOthers, accepts: isDone },
  beginSecondStep: { ...securityEndpoints.beginSecondStep, accepts: isBegunStep },
  confirmSecondStep: { ...securityEndpoints.confirmSecondStep, accepts: isDone },
  endSecondStep: { ...securityEndpoints.endSecondStep, accepts: isDone },
  beginPasskey: {
    ...securityEndpoints.beginPasskey,
    accepts: hasShape<Output<Routes['beginPasskey']['answer']>>({ options: isRecord }),
  },
  addPasskey: { ...securityEndpoints.addPasskey, accepts: isDone },
  removePasskey: { ...securityEndpoints.removePasskey, accepts: isDone },
  newRecoveryCodes: {
    ...securityEndpoints.newRecoveryCodes,
    accepts: hasShape<{ recoveryCodes: string[] }>({ recoveryCodes: areTexts }),
  },
} satisfies Record<keyof Routes, { accepts: Check<unknown> }>
