import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

const MAX_LINE_LENGTH = 200
/** Linux's PATH_MAX, including the terminating NUL. */
const MAX_PATH_LENGTH = 4096
// Control characters would break the page's data block, log lines and file names.
const CONTROL = /\p{Cc}/u

/** A text that passes `fits`; otherwise the error message is `takes`. */
function text(takes: string, fits: (text: string) => boolean) {
  return z.string().refine(fits, { error: takes, abort: true })
}

/** An integer in decimal digits from `least` to `most`, inclusive. */
export function wholeNumber(least: number, most: number) {
  return text(
    `a whole number from ${least} to ${most}`,
    (digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
  ).transform(Number)
}

export function choice<const T extends string>(words: readonly T[]) {
  return z.enum(words, { error: `one of ${words.join(', ')}` })
}

/** One line of text without control characters. */
export const line = text(
  `one line of at most ${MAX_LINE_LENGTH} characters`,
  (given) => given.length <= MAX_LINE_LENGTH && !CONTROL.test(given),
)

/** The path of a folder, which need not exist. */
export const folder = text(
  `the path of a folder, in fewer than ${MAX_PATH_LENGTH} characters`,
  (path) => path.length < MAX_PATH_LENGTH && !CONTROL.test(path),
)

/** A host name or an IP address to listen on. */
export const hostName = text(
  'a host name or an IP address, such as 0.0.0.0 or localhost',
  (name) => isIP(name) !== 0 || /^(?!-)[A-Za-z0-9.-]{1,253}$/.test(name),
)

/** An email address. */
export const address = text(
  'an email address, such as hello@tenfold.example',
  (given) => given.length <= MAX_LINE_LENGTH && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(given),
)

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // A parent that is a file, a name that is too long, missing permissions: not a usable file.
    return false
  }
}

/** The path of a file that exists. */
export const file = text('the path of a file that exists', (path) => !CONTROL.test(path) && isFile(path))

/** The address of a service, with one of these protocols. */
export function serviceUrl(protocols: readonly string[], example: string) {
  const starts = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return text(`an address that starts with ${starts}, such as ${example}`, (given) => {
    const url = URL.canParse(given) ? new URL(given) : null
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  })
}

/** The address of a Redis server; its path may only be a database number. */
export function redisUrl(example: string) {
  return serviceUrl(['redis:', 'rediss:'], example).refine(
    (given) => /^\/?$|^\/\d{1,9}$/.test(new URL(given).pathname),
    { error: `an address with nothing or a database number after the host, such as ${example}/1` },
  )
}

/** The address of a service without user name and password, which `fetch` does not allow in a URL. */
export function openServiceUrl(protocols: readonly string[], example: string) {
  return serviceUrl(protocols, example).refine(
    (given) => {
      const { username, password } = new URL(given)
      return username === '' && password === ''
    },
    { error: `an address without a user name or password in it, such as ${example}` },
  )
}

/** Masks everything before an `@` and after a `?`, which may contain a password. */
export function withoutSecrets(text: string): string {
  return text.replace(/\?.*$/s, '?***').replace(/^([a-z][a-z0-9+.-]*:)?(\/*).*@/is, '$1$2***@')
}

/** A range of all addresses (`/0`) is not accepted; that is what `true` is for. */
function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const family = isIP(ip)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const listed = (given: string): string[] => given.split(',').map((part) => part.trim())

/** Comma-separated addresses and ranges. */
export const ranges = text('addresses and ranges, such as 192.0.2.0/24, 2001:db8::/48', (given) =>
  listed(given).every(isAddressOrRange),
).transform(listed)

const PROXY_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['off', false],
  ['false', false],
  ['0', false],
  ['on', true],
  ['true', true],
])
const HOPS = /^[1-9]\d?$/

/** `off`, `true`, a number of hops, or comma-separated addresses and ranges. */
export const proxyTrust = text(
  'off, true, the number of proxies in front, or their addresses and ranges, such as 10.0.0.0/8, ::1',
  (given) =>
    PROXY_WORDS.has(given.toLowerCase()) || HOPS.test(given) || listed(given).every(isAddressOrRange),
).transform(
  (given): boolean | number | readonly string[] =>
    PROXY_WORDS.get(given.toLowerCase()) ?? (HOPS.test(given) ? Number(given) : listed(given)),
)

const MIN_SECRET_LENGTH = 32
const MAX_SECRET_LENGTH = 512

export const secret = text(
  `a random text of ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} characters, such as the output of openssl rand -base64 33`,
  (given) => given.length >= MIN_SECRET_LENGTH && given.length <= MAX_SECRET_LENGTH && !CONTROL.test(given),
)

/** The public origin of an installation, without a trailing slash. */
export const origin = text(
  'the address of the home page with nothing after it, such as https://tenfold.example',
  (given) => {
    const url = URL.canParse(given) ? new URL(given) : null
    const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
    return isWeb && `${url.origin}/` === url.href && url.hostname !== ''
  },
).transform((given) => new URL(given).origin)
