import * as z from 'zod/mini'
import type { Locate } from './port.ts'

/** A visitor waits no longer for a place; play goes on without one. */
const LOOKUP_TIMEOUT_MS = 1_500
/** The answer of a lookup service is a few hundred bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024
/** Lookups under way at once; beyond it a visitor gets no place, and the service no flood. */
const MAX_LOOKUPS = 32

/** What a service leaves out or gives in another form is not known. */
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

/** The address to ask: `{ip}` replaced, or the IP appended as a path segment where there is no `{ip}`. */
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

/** Asks a lookup service over HTTP; its answer has the four fields of `/api/geo`, others are ignored. */
export function urlLocator(template: string, timeoutMs: number = LOOKUP_TIMEOUT_MS): Locate {
  let underWay = 0
  return async (ip) => {
    if (underWay >= MAX_LOOKUPS) throw new TooManyLookups()
    underWay += 1
    try {
      const response = await fetch(lookupUrl(template, ip), {
        // Covers the body too, not only the first byte.
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
