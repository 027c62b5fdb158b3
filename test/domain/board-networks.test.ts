import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedPlayers } from '../../domain/board-networks.ts'

/** Players in board order, a letter each: a student is "S", a guest without a network "-", and others are their networks. */
function list(board: string, limit: number): string {
  const players = [...board].map((letter) => ({ network: 'S-'.includes(letter) ? null : letter, letter }))
  return listedPlayers(players, limit)
    .listed.map(({ letter }) => letter)
    .join('')
}

test.each([
  ['', 10, ''],
  ['SSSSSSSSSSSS', 10, 'SSSSSSSSSS'],
  ['------------', 10, '----------'],
  ['aaaaaaaaaaaaS', 10, 'aaaaaaaaaS'],
  ['aaaaaaaaaaaaSSSSSSSS', 10, 'aaaaaSSSSS'],
  ['aaaaaabbbbbbccS', 10, 'aaaaabbbbb'],
  ['aaaaaaaaaaabcdSS', 10, 'aaaaabcdSS'],
  ['aaaaaaa', 10, 'aaaaaaa'],
  ['SaSaSaSaSaSaSaSa', 10, 'SaSaSaSaSa'],
  ['aaaaaaS', 3, 'aaa'],
])('[LB-110] of %s, a list of %i shows %s', (board, limit, shown) => {
  expect(list(board, limit)).toBe(shown)
})

test('[LB-110] a student is on the list if fewer than the limit are before it, counting five guests of each network', () => {
  const letters = fc.array(fc.constantFrom('S', '-', 'a', 'a', 'a', 'b'), { maxLength: 60 })
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 20 }), (board, limit) => {
      const players = board.map((letter, rank) => ({
        network: 'S-'.includes(letter) ? null : letter,
        rank,
      }))
      const { listed, isFull } = listedPlayers(players, limit)
      expect(listed.length).toBe(Math.min(limit, players.length))
      expect(listed.map(({ rank }) => rank)).toEqual(listed.map(({ rank }) => rank).toSorted((a, b) => a - b))
      players.forEach((player, at) => {
        const before = players.slice(0, at)
        const of = (network: string) => Math.min(5, before.filter((each) => each.network === network).length)
        const ahead = before.filter(({ network }) => network === null).length + of('a') + of('b')
        if (player.network === null) expect(listed.includes(player)).toBe(ahead < limit)
      })
      if (isFull) {
        for (const network of ['a', 'b']) {
          expect(listed.filter((each) => each.network === network).length).toBeLessThanOrEqual(5)
        }
      }
    }),
  )
})
