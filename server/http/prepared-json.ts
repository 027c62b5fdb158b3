import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiHeaders, isOverTls } from './security-headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Raw headers for Node: alternating names and values. */
type Head = string[]

/** A serialized JSON response, cached for many callers. */
export class PreparedJson {
  readonly bytes: Buffer
  /** Created on demand, for plain HTTP and for TLS. */
  readonly #heads: [Head?, Head?] = []

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** All headers of the response. */
  head(overTls: boolean): Head {
    return (this.#heads[overTls ? 1 : 0] ??= [
      ...Object.entries(apiHeaders(overTls)).flat(),
      'content-type',
      JSON_TYPE,
      'content-length',
      String(this.bytes.length),
    ])
  }
}

/**
 * Sends a prepared response directly, skipping Fastify's header handling, serialization and hooks, which for a board would cost
 * as much as everything else.
 */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: PreparedJson): void {
  reply.hijack()
  reply.raw.writeHead(200, prepared.head(isOverTls(request))).end(prepared.bytes)
}

/** Sends it through Fastify's hooks, which is slower. */
export function sendPreparedByHooks(reply: FastifyReply, { bytes }: PreparedJson): void {
  reply.type(JSON_TYPE).send(bytes)
}
