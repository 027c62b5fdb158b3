import { allowanceWords } from './allowance.ts'

/** What a guest reads when the day's time is used up, wherever that is noticed (specification §5). */
export const allowanceMessages = {
  usedUpTitle: 'That’s all for today!',
  usedUp: (dailySeconds: number) =>
    `You have used up your ${allowanceWords(dailySeconds)} for today! Come back tomorrow or sign up for unlimited access.`,
  close: 'OK',
  signIn: 'Sign in',
} as const
