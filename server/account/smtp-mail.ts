import { createTransport } from 'nodemailer'
import type { SendMail } from './port.ts'

/** The timeout of the mail server. */
const WITHIN_MS = 20_000

/**
 * Sends email through the server at `url` (`smtp://` or `smtps://`, optionally with user and password). Passwords are sent only over
 * TLS. With TLS, the certificate is verified unless `verifies` is false.
 */
export function smtpMail(
  url: string,
  from: { readonly name: string; readonly address: string },
  verifies = true,
): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const hasUser = username !== ''
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: hasUser && !isSecure,
    tls: { rejectUnauthorized: verifies },
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    ...(hasUser ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    // Emails are plain text; nodemailer must not load content from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text }) => void (await transport.sendMail({ from, to, subject, text }))
}

/** Prints emails with their links. Development only. */
export function logMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n`)
}
