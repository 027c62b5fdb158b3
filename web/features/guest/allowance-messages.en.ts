import { allowanceWords } from './allowance.ts'

/** Text for a guest whose time for today is used up (specification §5). */
export const allowanceMessages = {
  usedUpTitle: 'That’s all for today!',
  usedUp: (dailySeconds: number) =>
    `You have used up your ${allowanceWords(dailySeconds)} for today! Come back tomorrow or sign up for unlimited access.`,
  account: 'A grown-up can make a free account for you.',
  close: 'OK',
  garden: 'See my garden',
  signIn: 'Sign in',
} as const
