import * as z from 'zod/mini'
import type { Locate } from './port.ts'

/** Without a location by then, the visitor plays without one. */
const LOOKUP_TIMEOUT_MS = 1_500
/** A typical response is a few hundred bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024
/** Concurrent lookups; beyond it, visitors get no location, so that the service is not flooded. */
const MAX_LOOKUPS = 32

/** Missing fields and fields of another type count as unknown. */
const text = z.optional(z.unknown())
const answer = z.object({ country_code: text, city: text, region: text, region_code: text })

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups'
}

class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** Replaces `{ip}` in the template, or appends the IP as a path segment. */
export function lookupUrl(template: string, ip: string): string {
  const encoded = encodeURIComponent(ip)
  return template.includes('{ip}')
    ? template.replaceAll('{ip}', encoded)
    : `${template.replace(/\/+$/, '')}/${encoded}`
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let received = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new UnusableAnswer('the answer is too large')
    received += decoder.decode(chunk, { stream: true })
  }
  return received + decoder.decode()
}

/** Queries a lookup service over HTTP. Its response must have the fields of `/api/geo`; others are ignored. */
export function urlLocator(template: string, timeoutMs: number = LOOKUP_TIMEOUT_MS): Locate {
  let underWay = 0
  return async (ip) => {
    if (underWay >= MAX_LOOKUPS) throw new TooManyLookups()
    underWay += 1
    try {
      const response = await fetch(lookupUrl(template, ip), {
        // Covers the body too.
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      })
      if (!response.ok) throw new UnusableAnswer(`status ${response.status}`)
      const found = answer.parse(JSON.parse(await readBounded(response)))
      return {
        country_code: textOrNull(found.country_code),
        city: textOrNull(found.city),
        region: textOrNull(found.region),
        region_code: textOrNull(found.region_code),
      }
    } finally {
      underWay -= 1
    }
  }
}
