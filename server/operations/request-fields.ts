import type { ErrorCode } from '../../contract/error-codes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The stored form of the caller's token, once it is known. */
    player: string
    /** Why the call was refused, for the log and the metrics; empty when it was not. */
    refusalCode: ErrorCode | ''
  }
}

/** The values these fields start with. */
export const REQUEST_FIELDS = { player: '', refusalCode: '' } as const
