import { expect } from 'vitest'
import { CONSENT_VERSION } from '../../contract/account.ts'
import { adultOf } from '../factories/accounts.ts'
import type { StartOptions } from '../factories/app.ts'
import { startBoards } from './boards.tsx'

// Browsers say where a request is from; happy-dom does not.
const { settings } = (window as unknown as { happyDOM: { settings: { fetch: { requestHeaders: unknown } } } })
  .happyDOM
settings.fetch.requestHeaders = [{ url: /^/, headers: { 'Sec-Fetch-Site': 'same-origin' } }]

/** A call from this browser. */
export async function send(path: string, body: unknown): Promise<Response> {
  return await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The response to a call from this browser; the call must succeed. */
export async function answerTo<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await send(path, body)
  const answer: unknown = await response.json()
  expect({ status: response.status, answer }).toMatchObject({ status: 200 })
  return answer as Answer
}

/** An adult has just signed up in this browser, with a server of its own. */
export async function beAdult(role: 'teacher' | 'parent', options?: StartOptions): Promise<void> {
  await startBoards(options)
  sessionStorage.clear()
  await answerTo('/api/account/sign-up', adultOf(role))
  await answerTo('/api/account/consent', { version: CONSENT_VERSION })
  localStorage.setItem('tenfold.signedIn', `"${role} stamp"`)
}
