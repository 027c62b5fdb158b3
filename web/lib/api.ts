import type { Input, Output, Route } from '../../contract/route.ts'
import { serverClock } from './now.ts'
import { hasShape, isText, type Check } from './shape.ts'

export type Failure = {
  readonly ok: false
  /** The HTTP status, or 0 without an answer of this server. */
  readonly status: number
  /** `status: body text`, or the status text when the body is empty (specification §8). */
  readonly message: string
  /**
   * `unreachable`: no answer in time, or one that is not from this server, such as a login page, a filter's 403 or a proxy's 502.
   * Otherwise the server's code, which this page may not know if the server is newer.
   */
  readonly code: string
  readonly retryAfterSeconds?: number
}

export type CallResult<Value> = { readonly ok: true; readonly value: Value } | Failure

/** A query's values as text; undefined ones are omitted. */
type QueryText<Values> = { readonly [Name in keyof Values]: Exclude<Values[Name], undefined> & string }

/** The values of a route's `:params`, query and body, if it has them. */
export type CallInput<Called extends Route> = (Called['params'] extends null
  ? { readonly params?: undefined }
  : { readonly params: Input<Called['params']> }) &
  ([NonNullable<Called['query']>] extends [never]
    ? { readonly query?: undefined }
    : { readonly query: QueryText<Input<NonNullable<Called['query']>>> }) &
  (Called['body'] extends null ? { readonly body?: undefined } : { readonly body: Input<Called['body']> })

/** A route of the contract with the check of its response. */
export type Call<Called extends Route> = Pick<Called, 'method' | 'path'> & {
  readonly accepts: Check<Output<Called['response']>>
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Default: 15 s. */
  readonly timeoutMs?: number
  /** Completes the request even if the page closes. */
  readonly keepalive?: boolean
  /** Default: the page's origin. */
  readonly origin?: string
}

const DEFAULT_TIMEOUT_MS = 15_000

/** Fills in and escapes the `:params` of a route's path. */
export function pathOf(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
}

/**
 * Calls a route of the contract (specification §7: JSON headers and body only if there is a body, cookies always).
 * Never throws: an error or a response with another shape is a `Failure`.
 */
export async function call<Called extends Route>(
  route: Call<Called>,
  input: CallInput<Called>,
  options: CallOptions = {},
): Promise<CallResult<Output<Called['response']>>> {
  const askedAtMs = Date.now()
  const limit = limitedSignal(options)
  try {
    const query = input.query ? `?${String(new URLSearchParams(input.query))}` : ''
    const address = pathOf(route.path, input.params) + query
    const response = await fetch((options.origin ?? '') + address, {
      method: route.method,
      credentials: 'include',
      cache: 'no-store',
      keepalive: options.keepalive ?? false,
      signal: limit.signal,
      ...(input.body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input.body) }),
    })
    const arrivedAtMs = Date.now()
    const text = await response.text()
    if (!response.ok) return failureOf(response, text)
    const value = parseJson(response, text)
    if (!route.accepts(value)) return unreachable(messageOf(response, text))
    serverClock.adjust(response.headers.get('date'), askedAtMs, arrivedAtMs)
    return { ok: true, value }
  } catch (error) {
    return unreachable(`0: ${String(error)}`)
  } finally {
    limit.release()
  }
}

/** Aborts with the caller's signal or after the time limit. Older school devices lack `AbortSignal.any`. */
function limitedSignal({ signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions): {
  signal: AbortSignal
  release: () => void
} {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

const isProblem = hasShape({ message: isText, code: isText })

function parseJson(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(response: Response, text: string): string {
  return `${response.status}: ${text || response.statusText}`
}

/** This server has not answered a call. */
export function unreachable(message: string): Failure {
  return { ok: false, status: 0, message, code: 'unreachable' }
}

function failureOf(response: Response, text: string): Failure {
  const stated = parseJson(response, text)
  if (!isProblem(stated)) return unreachable(messageOf(response, text))
  const failure = {
    ok: false,
    status: response.status,
    message: messageOf(response, text),
    code: stated.code,
  } as const
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(retryAfterSeconds) && retryAfterSeconds >= 0
    ? { ...failure, retryAfterSeconds }
    : failure
}
