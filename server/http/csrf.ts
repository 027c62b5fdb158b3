import type { IncomingMessage } from 'node:http'
import type { Callers } from './callers.ts'
import { Refusal } from './errors.ts'

type RequestTarget = Pick<Callers, 'hostOf' | 'isSecure'>

/**
 * Whether `origin` is the site that the request is for. Default ports are ignored, because some proxies write them out. A page
 * without TLS does not belong to a site with TLS, because anybody on the network may have written it, except on this machine.
 * The opposite is allowed: a proxy that terminates TLS may not be trusted.
 */
export function isSameOrigin(origin: string, request: IncomingMessage, target: RequestTarget): boolean {
  if (!isOfHost(origin, target.hostOf(request))) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || !target.isSecure(request) || LOOPBACK.test(hostname)
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

function isOfHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const requested = `${page.protocol}//${host ?? ''}`
  return URL.canParse(requested) && new URL(requested).host === page.host
}

/** RFC 9110 §9.2.1. */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

type OwnPages = RequestTarget & {
  /** Whether a Cookie header may contain a session. */
  readonly mayHoldSession: (cookies: string) => boolean
  /** The origin of PUBLIC_URL, if set. */
  readonly publicOrigin: string | null
}

/**
 * CSRF protection: refuses a request with a session cookie and an unsafe method unless it comes from one of our own pages.
 * Browsers send `Origin` with all such requests. Null if the request is allowed.
 */
export function csrfRefusal(request: IncomingMessage, own: OwnPages): Refusal | null {
  const { origin, cookie } = request.headers
  if (SAFE_METHODS.includes(request.method ?? '') || !own.mayHoldSession(cookie ?? '')) return null
  if (origin === undefined && request.headers['sec-fetch-site'] === 'same-origin') return null
  if (origin !== undefined && (origin === own.publicOrigin || isSameOrigin(origin, request, own))) {
    return null
  }
  return new Refusal(403, 'forbidden', 'This request didn’t come from one of our pages.')
}
