import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import type { SendMail } from './port.ts'

/** The timeout of the mail server. */
const WITHIN_MS = 20_000
/** Connections that are idle for so long are closed. */
const IDLE_MS = 100

/**
 * Sends email through the server at `url` (`smtp://` or `smtps://`, optionally with user and password). Passwords are sent only over
 * TLS. With TLS, the certificate is verified unless `verifies` is false. Connections stay open while there is more to send: their
 * handshakes take much longer than an email.
 */
export function smtpMail(
  url: string,
  from: { readonly name: string; readonly address: string },
  verifies = true,
): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const hasUser = username !== ''
  const options: SMTPPool.Options = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: hasUser && !isSecure,
    tls: { rejectUnauthorized: verifies },
    pool: true,
    // An email whose connection broke may have arrived: the caller decides whether it is sent again.
    maxRequeues: 0,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    ...(hasUser ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    // Nodemailer must not load content from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: ReturnType<typeof createTransport<SMTPPool.SentMessageInfo>> | null = null
  let underWay = 0
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    transport?.close()
    transport = null
  }
  return async (mail) => {
    clearTimeout(idle)
    transport ??= createTransport(options)
    underWay += 1
    try {
      await transport.sendMail({ from, ...mail })
    } finally {
      underWay -= 1
      if (underWay === 0) idle = setTimeout(close, IDLE_MS)
    }
  }
}

/** Prints emails with their links. Development only. */
export function logMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n`)
}
