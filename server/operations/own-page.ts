import type { IncomingMessage } from 'node:http'
import { Refusal } from './errors.ts'

/**
 * Whether a page of this origin is one of the host that was asked. A host's port is read as the page's own protocol has it,
 * because some proxies write the usual port out.
 */
export function isOfHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const asked = `${page.protocol}//${host ?? ''}`
  return URL.canParse(asked) && new URL(asked).host === page.host
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

export type OwnPages = {
  /** Whether a Cookie header says who somebody is. */
  readonly mayHoldSession: (cookies: string) => boolean
  readonly hostOf: (request: IncomingMessage) => string | undefined
  /** The origin under which people reach us, where it is set. */
  readonly publicOrigin: string | null
}

/**
 * Refuses a call that changes something in somebody's name and does not come from a page of ours: a browser sends cookies
 * whoever asks it to. Every browser says where a page that writes comes from. Null for a call that may go on.
 */
export function foreignPageRefusal(request: IncomingMessage, own: OwnPages): Refusal | null {
  const { origin, cookie } = request.headers
  if (SAFE_METHODS.includes(request.method ?? '') || !own.mayHoldSession(cookie ?? '')) return null
  if (origin === undefined && request.headers['sec-fetch-site'] === 'same-origin') return null
  if (origin !== undefined && (origin === own.publicOrigin || isOfHost(origin, own.hostOf(request)))) {
    return null
  }
  return new Refusal(403, 'forbidden', 'This call does not come from a page of ours.')
}
