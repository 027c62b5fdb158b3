import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Browser } from './adult-service.ts'
import { SESSION_COOKIE } from './auth.ts'
import { cookieOf } from './browser-cookies.ts'

/** The token in a browser's session cookie, if better-auth signed it with `secret` (HMAC-SHA-256); otherwise null. */
export function sessionTokenOf(browser: Browser, secret: string): string | null {
  const sent = Buffer.from(cookieOf(browser, SESSION_COOKIE))
  const [token = ''] = sent.toString().split('.')
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const right = Buffer.from(encodeURIComponent(`${token}.${signature}`))
  return sent.length === right.length && timingSafeEqual(sent, right) ? token : null
}
