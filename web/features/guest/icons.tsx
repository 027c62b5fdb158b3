import { drawn } from '../../ui/icon.tsx'

export const Swords = drawn('M4 4l11 11m-2.5 2.5 5-5M17 17l3 3M20 4 9 15m2.5 2.5-5-5M7 17l-3 3')
export const Reroll = drawn('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-5v5h-5')
export const Keep = drawn('M6.5 4h11v16.5L12 16.5l-5.5 4Z')
export const Flag = drawn('M6 21.5V3.5h12.5l-3 4.5 3 4.5H6')
