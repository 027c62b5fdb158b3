import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFriendlyNickname } from '../../server/guest/friendly-names.ts'
import { ADJECTIVES, ANIMALS, animalOf, generateNickname } from '../../domain/nickname.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

describe('nicknames', () => {
  test('[NIC-1] have an adjective, an animal and a number from 1 to 99', () => {
    const adjectives = new Set<string>(ADJECTIVES)
    const animals = new Set<string>(ANIMALS.map(capital))
    fc.assert(
      fc.property(seeds, (seed) => {
        const [, adjective = '', animal = '', number = ''] =
          /^([A-Z][a-z]+)([A-Z][a-z]+)(\d+)$/.exec(generateNickname(seededRandom(seed))) ?? []
        expect(adjectives).toContain(adjective)
        expect(animals).toContain(animal)
        expect(Number(number)).toBeGreaterThanOrEqual(1)
        expect(Number(number)).toBeLessThanOrEqual(99)
      }),
    )
    expect(generateNickname(() => 0)).toMatch(/[a-z]1$/)
    expect(generateNickname(() => 1 - Number.EPSILON)).toMatch(/[a-z]99$/)
  })

  test('[NIC-2] avoid numbers with a second meaning', () => {
    for (let drawn = 1; drawn <= 99; drawn++) {
      const name = generateNickname(() => (drawn - 0.5) / 99)
      expect(name).not.toMatch(/[a-z](69|88)$/)
    }
  })

  test('[NIC-2] use at least 40 adjectives and animals, each once', () => {
    expect(new Set(ADJECTIVES).size).toBeGreaterThanOrEqual(40)
    expect(new Set(ANIMALS).size).toBeGreaterThanOrEqual(40)
    expect(new Set(ADJECTIVES).size).toBe(ADJECTIVES.length)
    expect(new Set(ANIMALS).size).toBe(ANIMALS.length)
  })

  test('[NIC-1, NIC-2] every name that can be generated passes the contract and the server’s check', () => {
    for (const adjective of ADJECTIVES) {
      for (const animal of ANIMALS) {
        for (const number of [1, 42, 99]) {
          const name = `${adjective}${capital(animal)}${number}`
          expect([name, isFriendlyNickname(name)]).toEqual([name, true])
        }
      }
    }
  })

  test('[NIC-3] a generated name contains its animal; other names have none', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const name = generateNickname(seededRandom(seed))
        const animal = animalOf(name)
        expect(animal === null ? '' : capital(animal)).toBe(/[A-Z][a-z]+(?=\d)/.exec(name)?.[0])
      }),
    )
    for (const other of [
      '',
      'Player',
      'fox',
      'SwiftFox',
      'SwiftFox0',
      'SwiftFox100',
      'SwiftUnicorn7',
      'swiftfox7',
    ]) {
      expect(animalOf(other)).toBeNull()
    }
  })
})
