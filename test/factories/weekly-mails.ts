import { mailOffMarkOf } from '../../server/account/derived-text.ts'
import { MailQueue } from '../../server/account/mail-queue.ts'
import { smtpMail } from '../../server/account/smtp-mail.ts'
import { createLog } from '../../server/ops/log.ts'
import { sendWeeklyMails } from '../../server/school/weekly-mail-job.ts'
import { offTokenOf } from '../../server/school/weekly-mail-service.ts'
import { weeklyReports } from '../../server/school/weekly-reports.ts'
import { adultOf, confirmed, PASSWORD } from './accounts.ts'
import { accountsOver, startApp, type RunningApp } from './app.ts'
import { Browser } from './browser-user.ts'
import { mailServer } from './mail-server.ts'
import type { MailServer, MailServerOptions } from './open-mail-server.ts'

export const PUBLIC_URL = 'https://tenfold.example'

/** An app that sends emails through a real server, and the job that sends the weekly ones by the app's clock. */
export async function appWithWeeklyMails(options: MailServerOptions = {}) {
  const mails = await mailServer(options)
  const send = smtpMail(
    `smtp://127.0.0.1:${mails.port}`,
    { name: 'Tenfold', address: 'noreply@tenfold.example' },
    false,
  )
  const app = await startApp({ accounts: { publicUrl: PUBLIC_URL, sendMail: send } })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const stores = accountsOver(app.database)
  const queue = new MailQueue({ send, siteName: 'Tenfold', publicUrl: PUBLIC_URL, log })
  const now = (): number => app.clock.nowMs
  const needs = {
    store: stores.weeklyMails,
    reports: weeklyReports({ store: stores.reports, assignments: stores.assignments, now }),
    accesses: stores.accesses,
    deliver: queue.deliver.bind(queue),
    siteName: 'Tenfold',
    publicUrl: PUBLIC_URL,
    offTokenOf: (adultId: string) => offTokenOf((id) => mailOffMarkOf(stores.secret, id), adultId),
    now,
    log,
  }
  return {
    app,
    mails,
    lines,
    stores,
    /** Sends what is due at this time. */
    sendAt: (atMs: number) => {
      app.clock.nowMs = atMs
      return sendWeeklyMails(needs, new AbortController().signal)
    },
  }
}

/** An adult who has signed up and confirmed the address with the link in the email. */
export async function confirmedAdult(
  app: RunningApp,
  mails: MailServer,
  role: 'parent' | 'teacher',
): Promise<{ browser: Browser; email: string }> {
  const adult = adultOf(role)
  const browser = new Browser(app)
  await browser.post('/api/account/sign-up', adult)
  const { text } = await mails.next()
  const token = decodeURIComponent(new RegExp(`${PUBLIC_URL}/verify#(\\S+)`).exec(text)?.[1] ?? '')
  await browser.post('/api/account/verify', { token, password: PASSWORD })
  await confirmed(browser)
  return { browser, email: adult.email }
}
