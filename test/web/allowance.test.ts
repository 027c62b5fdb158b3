import { expect, test } from 'vitest'
import { allowanceWords, isUnlimited, timeDots } from '../../web/features/guest/allowance.ts'
import { allowanceMessages } from '../../web/features/guest/allowance-messages.en.ts'

test('[GST-8] the alert uses the specified sentence', () => {
  expect(allowanceMessages.usedUp(600)).toBe(
    'You have used up your 10 minutes for today! Come back tomorrow or sign up for unlimited access.',
  )
})

test('[GST-8] another allowance appears in the sentence', () => {
  expect(allowanceWords(60)).toBe('1 minute')
  expect(allowanceWords(1200)).toBe('20 minutes')
  expect(allowanceWords(90)).toBe('90 seconds')
})

test('[GST-7] ten minutes are ten dots, and a minute in progress still counts', () => {
  for (const [remaining, dots] of [
    [600, 10],
    [599, 10],
    [541, 10],
    [540, 9],
    [60, 1],
    [1, 1],
    [0, 0],
  ] as const) {
    expect(timeDots(remaining, 600)).toBe(dots)
  }
  expect(timeDots(30, 60)).toBe(5)
  expect(timeDots(0, 0)).toBe(0)
})

test('[GST-7] 999999 means no limit', () => {
  expect(isUnlimited(999_999)).toBe(true)
  expect(isUnlimited(86_400)).toBe(false)
})
