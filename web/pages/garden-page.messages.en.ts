import { plural } from '../../domain/words.en.ts'

export const gardenPageMessages = {
  title: 'My garden',
  practice: 'Practice now',
  onDevice: (days: number) =>
    `This garden stays on this device. It’s deleted if nobody plays here for ${plural(days, { one: '# day', other: '# days' })}. To keep it, ask a grown-up for an account.`,
  somebodyElse: 'Somebody else is playing',
  change: {
    title: 'Start a new garden?',
    text: (nickname: string) => `${nickname}’s garden will be gone. You can’t get it back.`,
    keep: 'Keep my garden',
    start: 'Start a new garden',
  },
} as const
