import type { SendMail } from './port.ts'

/** Writes mails where whoever develops sees them, links and all; never a production start's adapter. */
export function logMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n`)
}
