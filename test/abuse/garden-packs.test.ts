import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packGarden, unpackGarden } from '../../domain/garden-pack.ts'
import { gardenFacts } from '../../domain/garden.ts'
import { readMemory, storeMemory } from '../../domain/learning/stored.ts'
import { animalOf } from '../../domain/nickname.ts'
import { monthMemory } from '../factories/month-memory.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DAY = 20_000

/** The five check letters that somebody who read the source puts after a garden that was made up. */
function sealed(body: string): string {
  let hash = 0x811c9dc5
  for (const letter of body) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return body + Array.from({ length: 5 }, (_, place) => LETTERS[(hash >>> (place * 6)) & 63]).join('')
}

const real = packGarden({ memory: monthMemory(DAY), nickname: 'SwiftFox42' }, DAY)
const body = real.slice(0, -5)

/** Refused, or a garden like those the app itself writes. */
function holds(text: string): void {
  const garden = unpackGarden(text)
  if (typeof garden === 'string') return
  expect(animalOf(garden.nickname)).not.toBeNull()
  expect(readMemory(JSON.parse(JSON.stringify(storeMemory(garden.memory))))).not.toBeNull()
  for (const { seen, right, dueIn } of gardenFacts(garden.memory, garden.memory.day)) {
    expect(right).toBeLessThanOrEqual(seen)
    expect(Number.isInteger(dueIn) && dueIn >= 0).toBe(true)
  }
}

test('[TAK-2] these tests compute check letters like real gardens', () => {
  expect(sealed(body)).toBe(real)
})

test('[TAK-2] a made-up garden with right check letters is rejected or harmless', () => {
  const letter = fc.constantFrom(...LETTERS)
  const madeUp = fc.array(letter, { maxLength: 928 }).map((letters) => `${body[0]}${letters.join('')}`)
  fc.assert(fc.property(madeUp, (text) => holds(sealed(text))))
  const changed = fc.record({ place: fc.nat(body.length - 1), letter })
  fc.assert(
    fc.property(fc.array(changed, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = body
      for (const { place, letter: next } of changes)
        text = text.slice(0, place) + next + text.slice(place + 1)
      holds(sealed(text))
    }),
  )
})

test.each([
  ['nothing', ''],
  ['only check letters', real.slice(-5)],
  ['the first half', real.slice(0, real.length / 2)],
  ['twice', real + real],
  ['in capitals', real.toUpperCase()],
  ['with a space', `${real.slice(0, 40)} ${real.slice(40)}`],
  ['percent-encoded', `%${real}`],
  ['longer than any garden', sealed(body.padEnd(20_000, 'A'))],
  ['letters beyond ASCII', sealed(`${body}é💥`)],
])('[TAK-2] rejects a damaged garden: %s', (_, text) => {
  expect(unpackGarden(text)).toBe('damaged')
})
