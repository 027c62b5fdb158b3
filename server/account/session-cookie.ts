import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Browser } from './adult-service.ts'
import { HOST_PREFIX, SESSION_COOKIE } from './auth.ts'

/** The token in a browser's session cookie, if better-auth signed it with `secret` (HMAC-SHA-256); otherwise null. */
export function sessionTokenOf({ cookies, isSecure }: Browser, secret: string): string | null {
  const start = `${isSecure ? HOST_PREFIX : ''}${SESSION_COOKIE}=`
  const pair = cookies.split(/; */).find((text) => text.startsWith(start)) ?? ''
  const sent = Buffer.from(pair.slice(start.length))
  const [token = ''] = sent.toString().split('.')
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const right = Buffer.from(encodeURIComponent(`${token}.${signature}`))
  return sent.length === right.length && timingSafeEqual(sent, right) ? token : null
}
