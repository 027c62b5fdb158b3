import { createTransport } from 'nodemailer'
import type { SendMail } from './port.ts'

/** A mail server that does not answer in this time has not taken the mail. */
const WITHIN_MS = 20_000

/**
 * Sends mails by the server that `url` names (`smtp://` or `smtps://`, a user and a password in it). A password is only shown
 * over TLS to a server whose certificate is believed. A relay that asks for none, such as the one of this machine, is used
 * over TLS where it offers that, whatever its certificate: without TLS it would be used as well.
 */
export function smtpMail(url: string, from: { readonly name: string; readonly address: string }): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const hasUser = username !== ''
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: hasUser && !isSecure,
    ...(hasUser || isSecure ? {} : { tls: { rejectUnauthorized: false } }),
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
