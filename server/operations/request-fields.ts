import type { ErrorCode } from '../../contract/error-codes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The stored form of the caller's token, once it is known. */
    player: string
    /** What stands for the caller's address in the limits, once it is known; never the address. */
    addressKey: string
    /** Why the call was refused, for the log and the metrics; empty when it was not. */
    refusalCode: ErrorCode | ''
  }
}

/** The values these fields start with. */
export const REQUEST_FIELDS = { player: '', addressKey: '', refusalCode: '' } as const
