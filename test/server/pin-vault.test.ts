import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPin, PIN_KINDS, type Pin } from '../../domain/pin.ts'
import { pinVault } from '../../server/account/pin-vault.ts'

const SECRET = 'a secret of an installation, 32 characters'
const somePin = fc
  .tuple(fc.constantFrom(...PIN_KINDS), fc.infiniteStream(fc.nat()))
  .map(([kind, numbers]): Pin => newPin(kind, (below) => (numbers.next().value ?? 0) % below))

test('[ACC-9] a PIN decrypts unchanged, only for its child and under its secret', () => {
  const vault = pinVault(SECRET)
  const other = pinVault(`${SECRET} changed`)
  fc.assert(
    fc.property(somePin, somePin, (pin, typed) => {
      const sealed = vault.seal('ana', pin)
      expect(vault.open('ana', sealed)).toEqual(pin)
      expect(vault.open('ben', sealed)).toBeNull()
      expect(other.open('ana', sealed)).toBeNull()
      expect(vault.matches('ana', sealed, pin)).toBe(true)
      expect(vault.matches('ben', sealed, pin)).toBe(false)
      expect(other.matches('ana', sealed, pin)).toBe(false)
      const isSame = JSON.stringify(pin) === JSON.stringify(typed)
      expect(vault.matches('ana', sealed, typed)).toBe(isSame)
    }),
  )
})

test('[ACC-9] what is stored differs each time, and is equally long for every PIN', () => {
  const vault = pinVault(SECRET)
  const pins: Pin[] = [
    { kind: 'digits', digits: '0000' },
    { kind: 'pictures', pictures: ['car', 'cat', 'key'] },
    { kind: 'pictures', pictures: ['flower', 'apple', 'cloud'] },
  ]
  const sealed = [...pins, ...pins].map((pin) => vault.seal('ana', pin))
  expect(new Set(sealed).size).toBe(sealed.length)
  expect(new Set(sealed.map(({ length }) => length)).size).toBe(1)
})

test('[ACC-9] rejects anything altered or not a PIN', () => {
  const vault = pinVault(SECRET)
  const pin: Pin = { kind: 'digits', digits: '1234' }
  const bytes = Buffer.from(vault.seal('ana', pin), 'base64url')
  for (const at of bytes.keys()) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(vault.matches('ana', altered.toString('base64url'), pin)).toBe(false)
  }
  for (const text of ['', 'x', '0'.repeat(70)]) {
    expect(vault.open('ana', text)).toBeNull()
    expect(vault.matches('ana', text, pin)).toBe(false)
  }
  expect(vault.matches('ana', null, pin)).toBe(false)
})
