import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainCode } from '../../domain/code.ts'
import { PIN_KINDS } from '../../domain/pin.ts'
import { grouped, signInLink } from '../../web/features/classes/sign-in-link.ts'

test('[CLS-4] the code of a card holds class code, name and kind of PIN behind the #, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(...PIN_KINDS),
      (name, kind) => {
        const link = new URL(signInLink('https://tenfold.example', 'BCD234', name, kind))
        expect(link.href.startsWith('https://tenfold.example/sign-in#')).toBe(true)
        expect([...new URLSearchParams(link.hash.slice(1))]).toEqual([
          ['code', 'BCD234'],
          ['name', name],
          ['pin', kind],
        ])
      },
    ),
  )
})

test('[CLS-5] a code is shown in groups that the server leaves out again', () => {
  expect(grouped('BCD234')).toBe('BCD 234')
  expect(grouped('BCDFGHJKMN')).toBe('BCDF GHJK MN')
  for (const code of ['BCD234', 'BCDFGHJKMN']) expect(plainCode(grouped(code))).toBe(code)
})
