import type { Answer, RunningApp } from './app.ts'
import { answerOf } from './app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A browser on a page of the app: it keeps cookies, sends them back, and says where its page is from. */
export class Browser {
  readonly #app: Pick<RunningApp, 'url'>
  readonly #headers: Readonly<Record<string, string>>
  readonly #cookies = new Map<string, string>()
  /** Every Set-Cookie line it was sent. */
  readonly setCookies: string[] = []

  constructor(app: Pick<RunningApp, 'url'>, headers: Readonly<Record<string, string>> = {}) {
    this.#app = app
    this.#headers = headers
  }

  /** The cookies that the next call sends; empty if there are none. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call('POST', path, body)
  }

  async call(method: Method, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#app.url + path, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { origin: this.#app.url }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies === '' ? {} : { cookie: this.cookies }),
        ...this.#headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return answerOf(response)
  }

  #keep(line: string): void {
    this.setCookies.push(line)
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(name.length + 1))
  }
}
