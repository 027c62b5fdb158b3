import { createHash } from 'node:crypto'
import type { Browser } from './adult-service.ts'

/** Enough for a school district; beyond it, the oldest entry is dropped. */
const MAX_REMEMBERED = 50_000

/**
 * A cache of cookies whose signature better-auth has verified. A signature stays valid, so only the session has to be looked up for
 * each request. Only hashes of cookies are stored.
 */
type ProvedCookies = {
  /** The session id of these cookies; null if better-auth has to verify them. */
  sessionOf(browser: Browser): string | null
  /** Records that better-auth has verified these cookies. */
  proved(browser: Browser, sessionId: string): void
}

const keyOf = ({ cookies, isSecure }: Browser): string =>
  createHash('sha256')
    .update(`${isSecure ? 'tls' : 'plain'} ${cookies}`)
    .digest('base64')

export function provedCookies(most = MAX_REMEMBERED): ProvedCookies {
  const known = new Map<string, string>()
  return {
    sessionOf: (browser) => known.get(keyOf(browser)) ?? null,
    proved: (browser, sessionId) => {
      known.set(keyOf(browser), sessionId)
      if (known.size <= most) return
      const [first] = known.keys()
      if (first !== undefined) known.delete(first)
    },
  }
}
