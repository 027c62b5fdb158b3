import { unreachable, type CallResult, type Failure } from './api.ts'

/** Long, because the data of a child who has practiced for years is streamed from the database. */
const TIMEOUT_MS = 120_000

async function failureOf(response: Response): Promise<Failure> {
  const text = await response.text()
  const message = `${response.status}: ${text}`
  const code = /"code"\s*:\s*"(\w+)"/.exec(text)?.[1]
  if (code === undefined) return unreachable(message)
  const failure = { ok: false, status: response.status, message, code } as const
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? { ...failure, retryAfterSeconds: seconds } : failure
}

/** Fetches a file, so that a refusal can be shown as text. Never throws. */
async function fetchFile(path: string, type: string): Promise<CallResult<Blob>> {
  const timer = new AbortController()
  const limit = setTimeout(() => timer.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, { credentials: 'include', cache: 'no-store', signal: timer.signal })
    if (!response.ok) return await failureOf(response)
    const kind = response.headers.get('content-type') ?? ''
    if (kind.includes(type)) return { ok: true, value: await response.blob() }
    return unreachable(`${response.status}: ${kind}`)
  } catch (error) {
    return unreachable(`0: ${String(error)}`)
  } finally {
    clearTimeout(limit)
  }
}

/** Downloads a file of this content type under a name. Never throws. */
export async function saveFile(path: string, type: string, name: string): Promise<CallResult<true>> {
  const file = await fetchFile(path, type)
  if (!file.ok) return file
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file.value)
  link.download = name
  link.click()
  // By then, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return { ok: true, value: true }
}
