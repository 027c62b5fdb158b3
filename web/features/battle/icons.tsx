import { drawn } from '../../ui/icon.tsx'

export const Back = drawn('M20 12H5m6-6.5L4.5 12l6.5 6.5')
export const Clock = drawn('M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17ZM12 7.5V12l3 2')
export const People = drawn(
  'M9 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7ZM2.5 20a6.5 6.5 0 0 1 13 0M15.5 5.3a3.5 3.5 0 0 1 0 6.4m2 2.8a6.5 6.5 0 0 1 4 5.5',
)
export const Person = drawn('M12 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8ZM4.5 20.5a7.5 7.5 0 0 1 15 0')
export const Robot = drawn(
  'M12 2.5V6M6.5 6h11A2.5 2.5 0 0 1 20 8.5v8a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 16.5v-8A2.5 2.5 0 0 1 6.5 6ZM9 11v1.5m6-1.5v1.5M9.5 15.5h5M8 22h8',
)
export const Trophy = drawn(
  'M7.5 4h9v6a4.5 4.5 0 0 1-9 0ZM7.5 5.5H4v1.5a3.5 3.5 0 0 0 3.5 3.5m9-5H20v1.5a3.5 3.5 0 0 1-3.5 3.5M12 14.5V20m-4 0h8',
)
