import { createHmac, randomBytes } from 'node:crypto'
import type { Browser } from './adult-service.ts'
import { cookieOf, lastingCookie } from './browser-cookies.ts'

const COOKIE = 'tenfold.known'
/** School devices are shared by several classes; beyond it, the least recent child is dropped. */
const MAX_CHILDREN = 120
/** Characters of six bits: 72 bits, infeasible to guess online. */
const MARK_LENGTH = 12
const MARK = /^[A-Za-z0-9_-]{12}$/

/** A random id and its signature, without which a script could invent browsers. */
const ID_BYTES = 16
const ID_LENGTH = 22
const SIGNED_ID = /^[A-Za-z0-9_-]{34}$/

/** A child and its class code. */
type ChildHere = { readonly code: string; readonly studentId: string }

/** Recognizes browsers in which a child has signed in before. */
export type KnownBrowsers = {
  /** Whether this child has signed in here with this code. */
  knows(browser: Browser, child: ChildHere): boolean
  /** The browser's random id; null if no child has signed in here. */
  idOf(browser: Browser): string | null
  /** Returns the cookie to set. */
  remember(browser: Browser, child: ChildHere): string
}

const partsOf = (browser: Browser): string[] => cookieOf(browser, COOKIE).split('.')
const marksOf = (browser: Browser): string[] => partsOf(browser).filter((part) => MARK.test(part))

/**
 * Marks are derived from the installation's secret, the class code, the child and the browser's id: they cannot be forged, decoded or
 * used with another id, and a new code invalidates them.
 */
export function knownBrowsers(secret: string): KnownBrowsers {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, MARK_LENGTH)
  const signed = (id: string): string => id + sign(`browser:${id}`)
  const markOf = ({ code, studentId }: ChildHere, id: string): string =>
    sign(`known child here:${code} ${studentId} ${id}`)
  const idOf = (browser: Browser): string | null => {
    const part = partsOf(browser).find((each) => SIGNED_ID.test(each))
    const id = part?.slice(0, ID_LENGTH)
    return id !== undefined && part === signed(id) ? id : null
  }
  return {
    knows: (browser, child) => {
      const id = idOf(browser)
      return id !== null && marksOf(browser).includes(markOf(child, id))
    },
    idOf,
    remember: (browser, child) => {
      const id = idOf(browser) ?? randomBytes(ID_BYTES).toString('base64url')
      const mark = markOf(child, id)
      const others = marksOf(browser).filter((other) => other !== mark)
      const value = [signed(id), mark, ...others.slice(0, MAX_CHILDREN - 1)].join('.')
      return lastingCookie(browser, COOKIE, value)
    },
  }
}
