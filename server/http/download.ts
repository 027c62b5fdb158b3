import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A response that the browser saves as a file. */
export class Download {
  readonly fileName: string
  readonly type: string
  /** Streamed. An error aborts the response, so that the file is not mistaken for a complete one. */
  readonly content: AsyncIterable<string | Uint8Array>

  /** `fileName` is plain ASCII without quotes. */
  constructor(fileName: string, type: string, content: AsyncIterable<string | Uint8Array>) {
    this.fileName = fileName
    this.type = type
    this.content = content
  }
}

export function sendDownload(reply: FastifyReply, { fileName, type, content }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(content))
}
