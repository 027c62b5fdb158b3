import type { accountRoutes } from '../../../contract/account.ts'
import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isBoolean, type Check } from '../../lib/shape.ts'

type Routes = Pick<
  typeof accountRoutes,
  'readDoor' | 'signUp' | 'verify' | 'verifyAgain' | 'askForReset' | 'resetPassword' | 'closeAccount'
>
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

/** Whether this installation sends emails, and which adults may add children here. */
export type Door = Answer<'readDoor'>

const RULES = ['open', 'confirmed', 'invited'] as const
const isRule = (json: unknown): json is Door['signUp'] => RULES.some((rule) => rule === json)

const NEXT = ['signed_in', 'verify', 'second_step'] as const

/** Where somebody stands who has signed up or in. */
export type EnteredAnswer = Answer<'signUp'>

export const isEntered = hasShape<EnteredAnswer>({
  next: (json): json is (typeof NEXT)[number] => NEXT.some((next) => next === json),
})

export const isDone = hasShape<{ done: true }>({ done: (json): json is true => json === true })

/** The calls with which an adult gets an account and back into it, with a check of each answer. */
export const adultCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  readDoor: {
    ...accountEndpoints.readDoor,
    accepts: hasShape<Door>({ sendsMail: isBoolean, signUp: isRule }),
  },
  signUp: { ...accountEndpoints.signUp, accepts: isEntered },
  verify: { ...accountEndpoints.verify, accepts: isEntered },
  verifyAgain: { ...accountEndpoints.verifyAgain, accepts: isDone },
  askForReset: { ...accountEndpoints.askForReset, accepts: isDone },
  resetPassword: { ...accountEndpoints.resetPassword, accepts: isDone },
  closeAccount: { ...accountEndpoints.closeAccount, accepts: isDone },
} satisfies Record<keyof Routes, { accepts: Check<unknown> }>
