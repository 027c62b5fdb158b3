import { createHmac } from 'node:crypto'
import type { Browser } from './adult-service.ts'

const COOKIE = 'tenfold.known'
/** Longer than any holidays. */
const DAYS = 120
/** A device of a school is shared by several classes; of more children, the one who signed in longest ago is forgotten. */
const MAX_CHILDREN = 120
/** Signs of six bits each: 72 bits, which nobody guesses online. */
const MARK_LENGTH = 12
const MARK = /^[A-Za-z0-9_-]{12}$/

/** A child, and the code by which it signs in. */
type ChildHere = { readonly code: string; readonly studentId: string }

/** Browsers in which a child has signed in before. */
export type KnownBrowsers = {
  /** Whether this child has signed in here by this code. */
  knows(browser: Browser, child: ChildHere): boolean
  /** The cookie by which the browser is known from now on. */
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
 * Marks follow from the installation's secret, the code of the class and the child: nobody makes one without having been let
 * in as that child, none can be read, and a new code makes strangers of all browsers.
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
