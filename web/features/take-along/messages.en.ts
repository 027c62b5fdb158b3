import { plural } from '../../../domain/words.en.ts'

const plants = (count: number): string => plural(count, { one: '# plant', other: '# plants' })

export const takeAlongMessages = {
  open: 'Move my garden',
  title: 'Move your garden to another device',
  scan: 'Scan this with the camera of your other tablet or computer. Your garden opens there.',
  qr: 'QR code that opens this garden on another device',
  private: 'It goes straight to the other device.',
  save: 'Save as a file',
  fileName: 'my-garden.txt',
  fileText: (link: string) => `Open this address in a browser to see your Tenfold garden:\n\n${link}\n`,
  read: 'Open a garden file',
  close: 'Close',
  arrival: {
    title: (nickname: string) => `${nickname}’s garden is here`,
    replaces: (arriving: number, here: number) =>
      `It has ${plants(arriving)}. It will replace the garden on this device, which has ${plants(here)}.`,
    fresh: (arriving: number) => `It has ${plants(arriving)}.`,
    plant: 'Use this garden',
    keep: 'Keep the one here',
    cancel: 'Not now',
  },
  failures: {
    damaged: 'We couldn’t read this garden. Part of it is missing. Nothing here has changed.',
    newer:
      'This garden comes from a newer version of Tenfold. Reload this page and try again. Nothing here has changed.',
    none: 'There is no garden in this file. Nothing here has changed.',
    signedIn: 'This garden belongs to a player without an account. Sign out first, then open it again.',
  },
  failureTitle: 'Couldn’t open this garden',
  ok: 'OK',
}
