import type { Browser } from './adult-service.ts'

/** Over TLS, keeps other hosts of the domain from setting a cookie (RFC 6265bis §4.1.3). */
export const HOST_PREFIX = '__Host-'

/** Longer than any vacation. */
const DAYS = 120

const fullName = (isSecure: boolean, name: string): string => (isSecure ? `${HOST_PREFIX}${name}` : name)

/** The value of a browser's cookie, by its name without a prefix; '' if there is none. */
export function cookieOf({ cookies, isSecure }: Browser, name: string): string {
  const start = `${fullName(isSecure, name)}=`
  const pair = cookies.split(/; */).find((text) => text.startsWith(start))
  return (pair ?? '').slice(start.length)
}

/** A Set-Cookie header for a cookie that stays in the browser. */
export function lastingCookie({ isSecure }: Browser, name: string, value: string): string {
  const secure = isSecure ? '; Secure' : ''
  return `${fullName(isSecure, name)}=${value}; Max-Age=${DAYS * 24 * 3600}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
