import type { Person } from '../account/roles.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The stored form of the caller's token, once it is known. */
    player: string
    /** Who is signed in, once a call has asked for that. */
    person: Person | null
    /** Why the call was refused, for the log and the metrics; empty when it was not. */
    refusalCode: ErrorCode | ''
  }
}

/** The values these fields start with. */
export const REQUEST_FIELDS = { player: '', person: null, refusalCode: '' } as const
