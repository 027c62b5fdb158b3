import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BADGE_COLORS } from '../../domain/badge.ts'
import { grouped, plainCode } from '../../domain/code.ts'
import { PIN_KINDS } from '../../domain/pin.ts'
import { cardOfAddress } from '../../web/features/account/known-card.ts'
import { signInLink } from '../../web/features/classes/sign-in-link.ts'

test("[CLS-4, CLS-47] a card's code has class code, card, badge and kind of PIN behind the #, and nothing else", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(...PIN_KINDS),
      fc.constantFrom(...BADGE_COLORS),
      (name, pinKind, color) => {
        const child = { name, card: 'K7M2QX9W', nickname: 'SwiftFox42', color, pinKind }
        const link = new URL(signInLink('https://tenfold.example', 'BCD234', child))
        expect(link.href.startsWith('https://tenfold.example/sign-in#')).toBe(true)
        expect([...new URLSearchParams(link.hash.slice(1))]).toEqual([
          ['code', 'BCD234'],
          ['card', 'K7M2QX9W'],
          ['badge', `${color}-fox`],
          ['pin', pinKind],
        ])
        const badge = { color, animal: 'fox' }
        const known = { code: 'BCD234', name: '', card: { id: 'K7M2QX9W', badge }, pinKind }
        expect(cardOfAddress(link.hash)).toEqual(known)
      },
    ),
  )
})

test('[CLS-47] an address without the code of a class is not a card, and an unknown badge is left out', () => {
  for (const code of ['', 'Meet me at the park', 'call 5551234567', 'BCD23', 'AEIOU2', 'BCD2345'])
    expect(cardOfAddress(`#${String(new URLSearchParams({ code, card: 'K7M2QX9W' }))}`), code).toBeNull()
  expect(cardOfAddress('#card=K7M2QX9W')).toBeNull()
  for (const badge of ['', 'blue', 'blue-cow', 'gray-fox', 'blue-fox-2', '<b>-fox']) {
    const said = new URLSearchParams({ code: 'BCD234', card: 'K7M2QX9W', badge })
    expect(cardOfAddress(`#${String(said)}`)?.card, badge).toEqual({ id: 'K7M2QX9W', badge: null })
  }
})

test('[CLS-5] a code is shown in groups, which the server ignores', () => {
  expect(grouped('BCD234')).toBe('BCD 234')
  expect(grouped('BCDFGHJKMN')).toBe('BCDF GHJK MN')
  for (const code of ['BCD234', 'BCDFGHJKMN']) expect(plainCode(grouped(code))).toBe(code)
})
