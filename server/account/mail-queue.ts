import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../ops/log.ts'
import type { AuthMails } from './auth.ts'
import { knownAddressMail, resetMail, verificationMail } from './mail-texts.en.ts'
import type { Mail, SendMail } from './port.ts'

/** Mails under way at most; beyond it the mail server is away for long, and a mail is dropped with a line in the log. */
const MAX_UNDER_WAY = 200

type MailQueueNeeds = {
  readonly send: SendMail
  readonly siteName: string
  /** Where this installation is reached, without a slash at the end. */
  readonly publicUrl: string
  readonly log: Log
}

/**
 * The mails of accounts. They go out behind the answers, so that how long a call takes does not tell whether an address has
 * an account; one that could not be sent is a line in the log, without its address.
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

  /** Resolves when no mail is under way any more, at the latest after `withinMs`. */
  async settled(withinMs: number): Promise<void> {
    const timer = new AbortController()
    const late = pause(withinMs, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([Promise.all(this.#underWay), late])
    timer.abort()
  }

  /** A token stands behind the `#`, where no server log and no Referer ever sees it. */
  #link(path: string): { siteName: string; url: string } {
    return { siteName: this.#needs.siteName, url: `${this.#needs.publicUrl}/${path}` }
  }

  #post(kind: string, mail: Mail): void {
    const { send, log } = this.#needs
    if (this.#underWay.size >= MAX_UNDER_WAY) {
      log.error({ event: 'mail_dropped', kind }, 'a mail was dropped: too many are under way')
      return
    }
    const sent = send(mail).then(
      () => log.info({ event: 'mail_sent', kind }),
      // What a mail server says may hold the address.
      (error: NodeJS.ErrnoException) =>
        log.error({ event: 'mail_failed', kind, code: error.code ?? error.name }, 'a mail was not sent'),
    )
    this.#underWay.add(sent)
    void sent.then(() => this.#underWay.delete(sent))
  }
}
