import { drawn } from '../../ui/icon.tsx'

export const Eye = drawn(
  'M2.5 12c2-4 5.5-6.5 9.5-6.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5s-7.5-2.5-9.5-6.5ZM12 9.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5Z',
)
export const Pause = drawn('M8 5.5v13m8-13v13')
export const QuestionMark = drawn('M8.5 9a3.5 3.5 0 1 1 5.3 3c-1.2.7-1.8 1.4-1.8 2.8m0 3.6v.1')
export const Close = drawn('M6 6l12 12M18 6 6 18')
export const Back = drawn('M20 12H5m6-6.5L4.5 12l6.5 6.5')
