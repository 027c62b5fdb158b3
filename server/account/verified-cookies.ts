import { createHash } from 'node:crypto'
import type { Browser } from './adult-service.ts'

/** Enough for a school district; beyond it, the oldest entry is dropped. */
const MAX_ENTRIES = 50_000

/**
 * A cache of cookies whose signature better-auth has verified. A signature stays valid, so only the session has to be looked up for
 * each request. Only hashes of cookies are stored.
 */
type VerifiedCookies = {
  /** The session id of these cookies; null if better-auth has to verify them. */
  sessionOf(browser: Browser): string | null
  /** Records that better-auth has verified these cookies. */
  add(browser: Browser, sessionId: string): void
}

const keyOf = ({ cookies, isSecure }: Browser): string =>
  createHash('sha256')
    .update(`${isSecure ? 'tls' : 'plain'} ${cookies}`)
    .digest('base64')

export function verifiedCookies(max = MAX_ENTRIES): VerifiedCookies {
  const known = new Map<string, string>()
  return {
    sessionOf: (browser) => known.get(keyOf(browser)) ?? null,
    add: (browser, sessionId) => {
      known.set(keyOf(browser), sessionId)
      if (known.size <= max) return
      const [first] = known.keys()
      if (first !== undefined) known.delete(first)
    },
  }
}
