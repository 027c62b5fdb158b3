import type { IncomingMessage } from 'node:http'
import type { Callers } from './callers.ts'
import { Refusal } from './errors.ts'

/** What a request asked for, as the proxies in front of us say. */
type AskedPage = Pick<Callers, 'hostOf' | 'isSecure'>

/**
 * Whether a page of this origin is one of what the request asked for. A host's port is read as the page's own protocol has it,
 * because some proxies write the usual port out. A page that came without TLS is none of a site with TLS: anybody on the way may
 * have written it, except on this machine itself. The other way round nothing is lost, and a proxy that ends TLS may not be
 * believed.
 */
export function isOwnOrigin(origin: string, request: IncomingMessage, asked: AskedPage): boolean {
  if (!isOfHost(origin, asked.hostOf(request))) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || !asked.isSecure(request) || LOOPBACK.test(hostname)
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

function isOfHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const asked = `${page.protocol}//${host ?? ''}`
  return URL.canParse(asked) && new URL(asked).host === page.host
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

type OwnPages = AskedPage & {
  /** Whether a Cookie header says who somebody is. */
  readonly mayHoldSession: (cookies: string) => boolean
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
  if (origin !== undefined && (origin === own.publicOrigin || isOwnOrigin(origin, request, own))) {
    return null
  }
  return new Refusal(403, 'forbidden', 'This request didn’t come from one of our pages.')
}
