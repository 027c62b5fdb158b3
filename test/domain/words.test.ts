import { expect, test } from 'vitest'
import { enumerated, listed, plural } from '../../domain/words.en.ts'

const rows = (count: number) => plural(count, { one: '# row of Room #4', other: '# rows of Room #4' })

test('[LOK-13] a counted text has the form of its number; a # in a name after it stays', () => {
  expect([0, 1, 1200].map(rows)).toEqual(['0 rows of Room #4', '1 row of Room #4', '1,200 rows of Room #4'])
})

test('[LOK-13] lists have commas, and a conjunction where they are read', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(enumerated(['a', 'b', 'c'])).toBe('a, b, c')
})
