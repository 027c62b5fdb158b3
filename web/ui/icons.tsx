import { drawn } from './icon.tsx'

const SPEAKER = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z'

export const Sound = drawn(`${SPEAKER}M15.5 9a4.2 4.2 0 0 1 0 6m2.6-8.8a8.2 8.2 0 0 1 0 11.6`)
export const SoundOff = drawn(`${SPEAKER}M16 9.5l5 5m0-5-5 5`)
export const Sun = drawn(
  'M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8ZM12 2.5v1.5m0 16v1.5M2.5 12H4m16 0h1.5M5.3 5.3l1 1m11.4 11.4 1 1m0-13.4-1 1M6.3 17.7l-1 1',
)
export const Moon = drawn('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z')
export const Check = drawn('m4.5 12.5 5 5 10-11')
export const Play = drawn('M7.5 5v14l11-7Z')
