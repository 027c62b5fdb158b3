import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../ops/log.ts'
import type { AuthMails } from './auth.ts'
import { knownAddressMail, resetMail, verificationMail } from './mail-texts.en.ts'
import { UNCONFIRMED, type Mail, type MailOutcome, type SendMail } from './port.ts'

/** Emails in flight; beyond it, the mail server must be down, and emails are dropped and logged. */
const MAX_IN_FLIGHT = 200

type SmtpError = NodeJS.ErrnoException & { readonly command?: string; readonly response?: string }

/**
 * A final answer that the address does not exist or does not receive email: a status code that says so (RFC 3463, RFC 7505), or 550
 * without any. Other codes are about the sender, a policy or a full mailbox.
 */
const REFUSED = /^(?:5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)|550(?![ -]+[245]\.\d{1,3}\.\d))/

/** Whether the recipient's address is wrong. */
function isRefused({ command, response = '' }: SmtpError): boolean {
  return command === 'RCPT TO' && REFUSED.test(response)
}

function outcomeOf(error: SmtpError): MailOutcome {
  if (error.code === UNCONFIRMED) return 'unconfirmed'
  return isRefused(error) ? 'refused' : 'failed'
}

type MailQueueNeeds = {
  readonly send: SendMail
  readonly siteName: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly log: Log
}

/**
 * Sends account emails in the background, so that response times do not reveal whether an address has an account. Failures are
 * logged without the address.
 */
export class MailQueue implements AuthMails {
  readonly #needs: MailQueueNeeds
  readonly #underWay = new Set<Promise<void>>()

  constructor(needs: MailQueueNeeds) {
    this.#needs = needs
  }

  verify(to: string, token: string): void {
    const link = this.#link(`verify#${encodeURIComponent(token)}`)
    this.#post('verify', verificationMail({ to, ...link }))
  }

  reset(to: string, token: string): void {
    const link = this.#link(`reset#${encodeURIComponent(token)}`)
    this.#post('reset', resetMail({ to, ...link }))
  }

  known(to: string): void {
    this.#post('known', knownAddressMail({ to, ...this.#link('sign-in') }))
  }

  /** Resolves when no email is in flight, or after `withinMs`. */
  async settled(withinMs: number): Promise<void> {
    const timer = new AbortController()
    const late = pause(withinMs, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([Promise.all(this.#underWay), late])
    timer.abort()
  }

  /** Tokens are in the fragment, so that they never appear in server logs or the Referer header. */
  #link(path: string): { siteName: string; url: string } {
    return { siteName: this.#needs.siteName, url: `${this.#needs.publicUrl}/${path}` }
  }

  /** Sends an email and returns the outcome. */
  async deliver(kind: string, mail: Mail): Promise<MailOutcome> {
    const { send, log } = this.#needs
    if (this.#underWay.size >= MAX_IN_FLIGHT) {
      log.error({ event: 'mail_dropped', kind }, 'an email was dropped: too many are in flight')
      return 'failed'
    }
    const outcome = send(mail).then(
      () => {
        log.info({ event: 'mail_sent', kind })
        return 'sent' as const
      },
      // The mail server's message may contain the address.
      (error: SmtpError) => {
        log.error({ event: 'mail_failed', kind, code: error.code ?? error.name }, 'an email was not sent')
        return outcomeOf(error)
      },
    )
    const sent = outcome.then(() => undefined)
    this.#underWay.add(sent)
    void sent.then(() => this.#underWay.delete(sent))
    return outcome
  }

  #post(kind: string, mail: Mail): void {
    void this.deliver(kind, mail)
  }
}
