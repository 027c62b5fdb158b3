import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | null
  /** Headers and text as they came, their quoted-printable parts decoded. */
  readonly text: string
}

export type MailServer = {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  /** The next mail that has not been awaited yet. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

function decoded(raw: string): string {
  return raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export type MailServerOptions = {
  /** The one user who may send; without it no sign-in is needed. */
  readonly user?: { readonly name: string; readonly password: string }
  /** Whether it accepts emails at all. */
  readonly refuses?: boolean
  /** Its response to a recipient, such as `550 5.1.1 No such user`; null for one it accepts. */
  readonly says?: () => string | null
  /** When it breaks every connection; null for never. */
  readonly breaks?: () => 'before_message' | 'after_message' | null
  /** Whether it speaks TLS from the first byte (`smtps://`) instead of offering it. */
  readonly secure?: boolean
}

/** A real SMTP server on a free port, whose certificate is signed by itself. */
export async function openMailServer({
  user,
  refuses = false,
  says = () => null,
  breaks = () => null,
  secure = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  let awaited = 0
  const sockets = new Set<Socket>()
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = new SMTPServer({
    logger: false,
    secure,
    authOptional: user === undefined,
    onAuth: (auth, _session, answer) => {
      const isRight = auth.username === user?.name && auth.password === user?.password
      if (isRight) answer(null, { user: auth.username ?? '' })
      else answer(new Error('wrong user'))
    },
    onRcptTo: (_address, _session, answer) => {
      if (breaks() === 'before_message') return breakAll()
      const said = refuses ? '550 mailbox full' : says()
      if (said === null) return answer(null)
      const [code = '', ...words] = said.split(' ')
      answer(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : null,
          text: decoded(Buffer.concat(chunks).toString('utf8')),
        })
        if (breaks() === 'after_message') breakAll()
        else answer(null)
        for (const look of waiting.splice(0)) look()
      })
    },
  })
  // A client that does not accept the certificate hangs up.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    next: async () => {
      const index = awaited
      awaited += 1
      while (received.length <= index) await new Promise<void>((resolve) => waiting.push(resolve))
      return received[index] as ReceivedMail
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
