import { createHmac } from 'node:crypto'
import type { Browser } from './adult-service.ts'
import { cookieOf, lastingCookie } from './browser-cookies.ts'

const COOKIE = 'tenfold.adults'
/** Shared staff-room computers have several adults; beyond it, the least recent one is dropped. */
const MAX_ADULTS = 8
const MARK_LENGTH = 22
const MARK = /^[A-Za-z0-9_-]{22}$/

/** An account with its current password. */
export type AdultWithPassword = { readonly id: string; readonly passwordHash: string | null }

/** Recognizes browsers in which an adult has signed in with the current password. */
export type KnownAdults = {
  /** Whether an adult may have signed in here; needs no look-up. */
  hasMarks(browser: Browser): boolean
  knows(browser: Browser, adult: AdultWithPassword): boolean
  /** Returns the cookie to set. */
  remember(browser: Browser, adult: AdultWithPassword): string
}

const marksOf = (browser: Browser): string[] =>
  cookieOf(browser, COOKIE)
    .split('.')
    .filter((mark) => MARK.test(mark))

/** Marks are derived from the installation's secret, the account and its password hash, so a new password invalidates them. */
export function knownAdults(secret: string): KnownAdults {
  const markOf = ({ id, passwordHash }: AdultWithPassword): string =>
    createHmac('sha256', secret)
      .update(`known adult:${id}:${passwordHash}`)
      .digest('base64url')
      .slice(0, MARK_LENGTH)
  return {
    hasMarks: (browser) => marksOf(browser).length > 0,
    knows: (browser, adult) => adult.passwordHash !== null && marksOf(browser).includes(markOf(adult)),
    remember: (browser, adult) => {
      const mark = markOf(adult)
      const marks = [mark, ...marksOf(browser).filter((other) => other !== mark)].slice(0, MAX_ADULTS)
      return lastingCookie(browser, COOKIE, marks.join('.'))
    },
  }
}
