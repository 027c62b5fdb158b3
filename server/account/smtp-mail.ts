import { createTransport } from 'nodemailer'
import type Mailer from 'nodemailer/lib/mailer/index.js'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import { UNCONFIRMED, type SendMail } from './port.ts'

/** The timeout of the mail server. */
const WITHIN_MS = 20_000
/** Connections that are idle for so long are closed. */
const IDLE_MS = 100

type Message = Mailer.Options & { readonly onHandedOver: () => void }

type Transport = ReturnType<typeof createTransport<SMTPPool.SentMessageInfo>>

/** A transport that calls `onHandedOver` of a message when the mail server has been given all of it. */
function openTransport(options: SMTPPool.Options): Transport {
  const transport = createTransport(options)
  transport.use('stream', ({ message, data }, done) => {
    const { onHandedOver } = data as Message
    // The mail server reads the message from this stream once it has accepted the recipient.
    message.processFunc((content) => content.once('end', onHandedOver))
    done()
  })
  return transport
}

/** Whether the mail server runs on this machine, to which no network leads. */
const isOnThisMachine = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/**
 * Sends email through the server at `url` (`smtp://` or `smtps://`, optionally with user and password). Passwords are sent only over
 * TLS. With TLS, the certificate is verified, unless the mail server is on this machine. Connections stay open while there is more to send: their
 * handshakes take much longer than an email.
 */
export function smtpMail(
  url: string,
  from: { readonly name: string; readonly address: string },
  verifies = !isOnThisMachine(url),
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
  let transport: Transport | null = null
  let underWay = 0
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    transport?.close()
    transport = null
  }
  return async (mail) => {
    clearTimeout(idle)
    transport ??= openTransport(options)
    underWay += 1
    let isHandedOver = false
    const message: Message = { from, ...mail, onHandedOver: () => (isHandedOver = true) }
    try {
      await transport.sendMail(message)
    } catch (error) {
      const isAnswered = (error as { readonly response?: string }).response !== undefined
      if (!isHandedOver || isAnswered) throw error
      throw Object.assign(new Error('The mail server did not confirm an email.', { cause: error }), {
        code: UNCONFIRMED,
      })
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
