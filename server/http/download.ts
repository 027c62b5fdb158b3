import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** An answer that the browser keeps as a file. */
export class Download {
  readonly fileName: string
  readonly type: string
  /** Made while it is sent. What is thrown in it breaks the answer off, so that nobody takes it for a whole file. */
  readonly text: AsyncIterable<string>

  /** `fileName` is plain ASCII without quotes. */
  constructor(fileName: string, type: string, text: AsyncIterable<string>) {
    this.fileName = fileName
    this.type = type
    this.text = text
  }
}

/** Sends a file; never from a cache, as every call. */
export function sendDownload(reply: FastifyReply, { fileName, type, text }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(text))
}
