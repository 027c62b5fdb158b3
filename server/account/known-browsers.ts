import { createHmac } from 'node:crypto'
import type { Browser } from './adult-service.ts'

const COOKIE = 'tenfold.known'
/** Longer than any holidays. */
const DAYS = 120
/** A device of a school is used by several classes; of more, the one used longest ago is a stranger again. */
const MOST_CLASSES = 8
const MARK_LENGTH = 22
const MARK = /^[A-Za-z0-9_-]{22}$/

/** Browsers in which a child of a class has signed in before. */
export type KnownBrowsers = {
  /** Whether a child has signed in here by this code. */
  knows(browser: Browser, code: string): boolean
  /** The cookie by which the browser is known from now on. */
  remember(browser: Browser, code: string): string
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
 * Marks follow from the installation's secret and the code of the class: nobody makes one without having been let in, none
 * names a child, and a new code makes strangers of all browsers.
 */
export function knownBrowsers(secret: string): KnownBrowsers {
  const markOf = (code: string): string =>
    createHmac('sha256', secret).update(`known:${code}`).digest('base64url').slice(0, MARK_LENGTH)
  return {
    knows: (browser, code) => marksOf(browser).includes(markOf(code)),
    remember: (browser, code) => {
      const mark = markOf(code)
      const marks = [mark, ...marksOf(browser).filter((other) => other !== mark)].slice(0, MOST_CLASSES)
      const secure = browser.isSecure ? '; Secure' : ''
      return `${nameOf(browser)}=${marks.join('.')}; Max-Age=${DAYS * 24 * 3600}; Path=/; HttpOnly${secure}; SameSite=Lax`
    },
  }
}
