import { onTestFinished } from 'vitest'
import { openMailServer, type MailServer, type MailServerOptions } from './open-mail-server.ts'

/** A real SMTP server on a free port, closed when the test has ended. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options)
  onTestFinished(() => server.close())
  return server
}
