import { statSync } from 'node:fs'
import { isIP } from 'node:net'

/** A setting as read: its value, or what the setting takes. */
export type ReadResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly takes: string }

/** Reads one setting from its trimmed, non-empty text. */
export type Read<T> = (text: string) => ReadResult<T>

const LONGEST_LINE = 200
/** What Linux takes as a path, with its closing zero. */
const LONGEST_PATH = 4096
// Control characters would break the page's data block, log lines and file names.
const CONTROL = /\p{Cc}/u

function taken<T>(value: T): ReadResult<T> {
  return { ok: true, value }
}

function refused(takes: string): ReadResult<never> {
  return { ok: false, takes }
}

/** A whole number in decimal digits from `least` to `most`, both included. */
export function whole(least: number, most: number): Read<number> {
  return (text) => {
    const value = Number(text)
    return /^\d{1,9}$/.test(text) && value >= least && value <= most
      ? taken(value)
      : refused(`a whole number from ${least} to ${most}`)
  }
}

/** One of a few words. */
export function choice<T extends string>(words: readonly T[]): Read<T> {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    return word === undefined ? refused(`one of ${words.join(', ')}`) : taken(word)
  }
}

/** One line of text without control characters. */
export const line: Read<string> = (text) =>
  text.length <= LONGEST_LINE && !CONTROL.test(text)
    ? taken(text)
    : refused(`one line of at most ${LONGEST_LINE} characters`)

/** The path of a folder, whether it exists yet or not. */
export const folder: Read<string> = (text) =>
  text.length < LONGEST_PATH && !CONTROL.test(text)
    ? taken(text)
    : refused(`the path of a folder, in fewer than ${LONGEST_PATH} characters`)

/** A host name or an IP address to listen on. */
export const hostName: Read<string> = (text) =>
  isIP(text) !== 0 || /^(?!-)[A-Za-z0-9.-]{1,253}$/.test(text)
    ? taken(text)
    : refused('a host name or an IP address, such as 0.0.0.0 or localhost')

/** A mail address. */
export const address: Read<string> = (text) =>
  text.length <= LONGEST_LINE && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text)
    ? taken(text)
    : refused('an email address, such as hello@tenfold.example')

/** A day of the calendar as YYYY-MM-DD. */
export const calendarDate: Read<string> = (text) => {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const exists = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
  return exists ? taken(text) : refused('a date as YYYY-MM-DD, such as 2025-08-16')
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // A parent that is a file, a name that is too long, a folder that may not be entered: no file for us.
    return false
  }
}

/** The path of a file that exists. */
export const file: Read<string> = (text) =>
  !CONTROL.test(text) && isFile(text) ? taken(text) : refused('the path of a file that exists')

/** The address of a service, with one of these protocols. */
export function serviceUrl(protocols: readonly string[], example: string): Read<string> {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
      ? taken(text)
      : refused(
          `an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, such as ${example}`,
        )
  }
}

/** The address of a Redis; what may stand behind the host is the number of one of its databases. */
export function redisUrl(example: string): Read<string> {
  const read = serviceUrl(['redis:', 'rediss:'], example)
  return (text) => {
    const result = read(text)
    if (!result.ok || /^\/?$|^\/\d{1,9}$/.test(new URL(text).pathname)) return result
    return refused(`an address with nothing or a database number after the host, such as ${example}/1`)
  }
}

/** The address of a service that is asked without a name or password: it could not be called with them. */
export function openServiceUrl(protocols: readonly string[], example: string): Read<string> {
  const read = serviceUrl(protocols, example)
  return (text) => {
    const result = read(text)
    if (!result.ok) return result
    const { username, password } = new URL(text)
    return username === '' && password === ''
      ? result
      : refused(`an address without a user name or password in it, such as ${example}`)
  }
}

/** The text of an address as it may be shown: what stands before an `@` or after a `?` may be a password. */
export function withoutSecrets(text: string): string {
  return text.replace(/\?.*$/s, '?***').replace(/^([a-z][a-z0-9+.-]*:)?(\/*).*@/is, '$1$2***@')
}

/** A range of every address would be no choice of proxies; `true` says that. */
function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const family = isIP(ip)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Addresses and ranges with commas between them. */
export const ranges: Read<readonly string[]> = (text) => {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isAddressOrRange)
    ? taken(parts)
    : refused('addresses and ranges, such as 192.0.2.0/24, 2001:db8::/48')
}

/** `off`, `true`, a number of hops, or addresses and ranges with commas between them. */
export const proxyTrust: Read<boolean | number | readonly string[]> = (text) => {
  const word = text.toLowerCase()
  if (word === 'off' || word === 'false' || word === '0') return taken(false)
  if (word === 'on' || word === 'true') return taken(true)
  if (/^[1-9]\d?$/.test(text)) return taken(Number(text))
  const proxies = text.split(',').map((part) => part.trim())
  return proxies.every(isAddressOrRange)
    ? taken(proxies)
    : refused(
        'off, true, the number of proxies in front, or their addresses and ranges, such as 10.0.0.0/8, ::1',
      )
}

const LEAST_SECRET_LENGTH = 32
const MOST_SECRET_LENGTH = 512

/** A secret that nobody guesses. */
export const secret: Read<string> = (text) =>
  text.length >= LEAST_SECRET_LENGTH && text.length <= MOST_SECRET_LENGTH && !CONTROL.test(text)
    ? taken(text)
    : refused(
        `a random text of ${LEAST_SECRET_LENGTH} to ${MOST_SECRET_LENGTH} characters, such as the output of openssl rand -base64 33`,
      )

/** The origin under which people reach an installation, without a slash at the end. */
export const origin: Read<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return isWeb && `${url.origin}/` === url.href && url.hostname !== ''
    ? taken(url.origin)
    : refused('the address of the home page with nothing after it, such as https://tenfold.example')
}
