import { createHash } from 'node:crypto'
import type { Browser } from './adult-service.ts'

/** Browsers that are remembered at most: a district at work. The one that was let in first is forgotten first. */
const MAX_REMEMBERED = 50_000

/**
 * Cookies whose signature better-auth has found good in this process: a signature stays what it is, so that only the session behind it
 * has to be asked for at each call. What is remembered opens nothing.
 */
type ProvedCookies = {
  /** The session of these cookies; null where better-auth has to look at them. */
  sessionOf(browser: Browser): string | null
  /** Better-auth has found that these cookies are this session's. */
  proved(browser: Browser, sessionId: string): void
}

const keyOf = ({ cookies, isSecure }: Browser): string =>
  createHash('sha256')
    .update(`${isSecure ? 'tls' : 'plain'} ${cookies}`)
    .digest('base64')

/** Remembers so many browsers at most. */
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
