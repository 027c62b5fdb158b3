import { UNLIMITED_SECONDS } from '../../../domain/guest-day.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const DOTS = 10

/** Whether guests of this installation may practice without a limit. */
export function isUnlimited(dailySeconds: number): boolean {
  return dailySeconds >= UNLIMITED_SECONDS
}

/** How many dots of a ten-frame show the time left, rounded up. Each is a tenth of the allowance (1 of 10 minutes). */
export function timeDots(remainingSeconds: number, dailySeconds: number): number {
  if (dailySeconds <= 0) return 0
  return Math.min(DOTS, Math.max(0, Math.ceil((remainingSeconds * DOTS) / dailySeconds)))
}

/** The allowance in words: '10 minutes', '90 seconds'. */
export function allowanceWords(dailySeconds: number): string {
  const inMinutes = dailySeconds % 60 === 0
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(inMinutes ? dailySeconds / 60 : dailySeconds)
}
