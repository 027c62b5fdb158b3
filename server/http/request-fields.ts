import type { Person } from '../account/roles.ts'
import type { ErrorCode } from '../../contract/error-codes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether PUBLIC_URL says that people come by TLS. */
    isPublicOverTls: boolean
  }
  interface FastifyRequest {
    /** The stored form of the caller's token, once it is known. */
    player: string
    /** Who is signed in, once a call has asked for that. */
    person: Person | null
    /** The id of that being signed in, which is as good as the device; empty for nobody. */
    signInId: string
    /** Why the call was refused, for the log and the metrics; empty when it was not. */
    refusalCode: ErrorCode | ''
  }
}

/** The values these fields start with. */
export const REQUEST_FIELDS = { player: '', person: null, signInId: '', refusalCode: '' } as const
