import { createTransport } from 'nodemailer'
import type { SendMail } from './port.ts'

/** A mail server that does not answer in this time has not taken the mail. */
const WITHIN_MS = 20_000

/**
 * Sends mails by the server that `url` names (`smtp://` or `smtps://`, a user and a password in it). A password is only shown
 * over TLS. Where there is TLS, the server's certificate has to be right, unless `verifies` is false.
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
    // What a mail is made of is text; nothing in it may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text }) => void (await transport.sendMail({ from, to, subject, text }))
}

/** Writes mails where whoever develops sees them, links and all; never a production start's adapter. */
export function logMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n`)
}
