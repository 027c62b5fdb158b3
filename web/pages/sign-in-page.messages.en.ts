import { plural } from '../../domain/words.en.ts'

/** Asked when a child signs in on a device with a guest's garden of earlier days. */
export const signInPageMessages = {
  whose: 'Is this your garden?',
  found: (nickname: string, plants: number) =>
    `${nickname} has ${plural(plants, { one: '# plant', other: '# plants' })} on this device. If they are yours, they will move to your own garden.`,
  notMine: 'No, not mine',
  mine: 'Yes, it’s mine',
} as const
