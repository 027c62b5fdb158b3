import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../ops/log.ts'
import type { AuthMails } from './auth.ts'
import { knownAddressMail, resetMail, verificationMail } from './mail-texts.en.ts'
import type { Mail, SendMail } from './port.ts'

/** Emails in flight; beyond it, the mail server must be down, and emails are dropped and logged. */
const MAX_IN_FLIGHT = 200

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
    this.#post('verify', verificationMail({ to, ...this.#link(`verify#${encodeURIComponent(token)}`) }))
  }

  reset(to: string, token: string): void {
    this.#post('reset', resetMail({ to, ...this.#link(`reset#${encodeURIComponent(token)}`) }))
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

  #post(kind: string, mail: Mail): void {
    const { send, log } = this.#needs
    if (this.#underWay.size >= MAX_IN_FLIGHT) {
      log.error({ event: 'mail_dropped', kind }, 'an email was dropped: too many are in flight')
      return
    }
    const sent = send(mail).then(
      () => log.info({ event: 'mail_sent', kind }),
      // The mail server's message may contain the address.
      (error: NodeJS.ErrnoException) =>
        log.error({ event: 'mail_failed', kind, code: error.code ?? error.name }, 'an email was not sent'),
    )
    this.#underWay.add(sent)
    void sent.then(() => this.#underWay.delete(sent))
  }
}
