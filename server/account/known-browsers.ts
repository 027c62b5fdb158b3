import { createHmac } from 'node:crypto'
import type { Browser } from './adult-service.ts'

const COOKIE = 'tenfold.known'
/** Longer than any vacation. */
const DAYS = 120
/** School devices are shared by several classes; beyond it, the least recent child is dropped. */
const MAX_CHILDREN = 120
/** Characters of six bits: 72 bits, infeasible to guess online. */
const MARK_LENGTH = 12
const MARK = /^[A-Za-z0-9_-]{12}$/

/** A child and its class code. */
type ChildHere = { readonly code: string; readonly studentId: string }

/** Recognizes browsers in which a child has signed in before. */
export type KnownBrowsers = {
  /** Whether this child has signed in here with this code. */
  knows(browser: Browser, child: ChildHere): boolean
  /** Returns the cookie to set. */
  remember(browser: Browser, child: ChildHere): string
}

const nameOf = ({ isSecure }: Browser): string => (isSecure ? `__Host-${COOKIE}` : COOKIE)

function marksOf(browser: Browser): string[] {
  const start = `${nameOf(browser)}=`
  const pair = browser.cookies.split(/; */).find((text) => text.startsWith(start))
  return (pair ?? '')
    .slice(start.length)
    .split('.')
    .filter((mark) => MARK.test(mark))
}

/**
 * Marks are derived from the installation's secret, the class code and the child: they cannot be forged or decoded, and a new code
 * invalidates them.
 */
export function knownBrowsers(secret: string): KnownBrowsers {
  const markOf = ({ code, studentId }: ChildHere): string =>
    createHmac('sha256', secret)
      .update(`known child:${code} ${studentId}`)
      .digest('base64url')
      .slice(0, MARK_LENGTH)
  return {
    knows: (browser, child) => marksOf(browser).includes(markOf(child)),
    remember: (browser, child) => {
      const mark = markOf(child)
      const marks = [mark, ...marksOf(browser).filter((other) => other !== mark)].slice(0, MAX_CHILDREN)
      const secure = browser.isSecure ? '; Secure' : ''
      return `${nameOf(browser)}=${marks.join('.')}; Max-Age=${DAYS * 24 * 3600}; Path=/; HttpOnly${secure}; SameSite=Lax`
    },
  }
}
