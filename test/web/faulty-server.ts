import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What can go wrong with one request. Those that end in `_after` are the cruel ones: counted, and the answer is lost. */
export type Fault =
  | 'drop_before'
  | 'drop_after'
  | 'unavailable'
  | 'too_slow'
  | 'too_many'
  | 'internal'
  | 'internal_after'
  | 'login_page'
  | 'login_redirect'
  | 'refuse'

export type Request = { readonly method: string; readonly url: string; readonly body: string }
export type Reply = {
  readonly status: number
  readonly body: string
  readonly headers?: Record<string, string>
}

/** Answers over real sockets, and fails on command in the ways a server and the networks in front of it do. */
export class FaultyServer {
  readonly origin: string
  /** Asked for each request. */
  nextFault: (request: { readonly url: string }) => Fault | null = () => null
  retryAfterSeconds = 1
  /** The most requests that were in its hands at one time. */
  maxAtOnce = 0
  #atOnce = 0
  readonly #server: Server
  readonly #reply: (request: Request) => Promise<Reply> | Reply

  private constructor(server: Server, reply: (request: Request) => Promise<Reply> | Reply) {
    this.#server = server
    this.#reply = reply
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(reply: (request: Request) => Promise<Reply> | Reply): Promise<FaultyServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultyServer(server, reply)
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#atOnce += 1
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#atOnce)
    response.on('close', () => (this.#atOnce -= 1))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const fault = this.nextFault({ url: request.url ?? '' })
    if (fault === 'drop_before') return void request.socket.destroy()
    if (fault !== null && fault !== 'drop_after' && fault !== 'internal_after')
      return write(response, this.#failure(fault))
    const body = Buffer.concat(chunks).toString()
    const reply = await this.#reply({ method: request.method ?? '', url: request.url ?? '', body })
    if (fault === 'drop_after') request.socket.destroy()
    else if (fault === 'internal_after') write(response, this.#failure(fault))
    else write(response, reply)
  }

  #failure(fault: Exclude<Fault, 'drop_before' | 'drop_after'>): Reply {
    switch (fault) {
      case 'unavailable':
        return json(503, { message: 'The database is away.', code: 'storage_away' })
      case 'too_slow':
        return json(408, { message: 'The request took too long to arrive.', code: 'bad_request' })
      case 'too_many': {
        const headers = { 'retry-after': String(this.retryAfterSeconds) }
        return { ...json(429, { message: 'Slow down.', code: 'too_fast' }), headers }
      }
      case 'internal':
      case 'internal_after':
        return json(500, { message: 'Something broke.', code: 'internal' })
      case 'refuse':
        return json(400, { message: 'additionalTime must be a whole number', code: 'bad_request' })
      case 'login_page':
        return LOGIN_PAGE
      case 'login_redirect':
        return { ...LOGIN_PAGE, status: 403 }
    }
  }
}

const LOGIN_PAGE: Reply = {
  status: 200,
  body: '<!doctype html><title>Welcome to our school network. Please sign in.</title>',
  headers: { 'content-type': 'text/html' },
}

/** A reply in JSON. */
export function json(status: number, body: object): Reply {
  return { status, body: JSON.stringify(body) }
}

function write(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(body)
}
