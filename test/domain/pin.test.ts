import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CLASS_NAME_PATTERN,
  findByName,
  NAME_PATTERN,
  nameKey,
  plainName,
  refusedCharacter,
} from '../../domain/child-name.ts'
import { CODE_ALPHABET, newCode, plainCode } from '../../domain/code.ts'
import { newPin, PICTURE_IDS, PIN_KINDS, pinText, type RandomBelow } from '../../domain/pin.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

function randomBelow(seed: number): RandomBelow {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}

test('[ACC-18] a PIN has four digits, each equally likely at each place', () => {
  const random = randomBelow(1)
  const counts = Array.from({ length: 4 }, () => new Map<string, number>())
  for (let made = 0; made < 2000; made += 1) {
    const text = pinText(newPin('digits', random))
    expect(text).toMatch(/^\d{4}$/)
    for (const [place, digit] of [...text].entries())
      counts[place]?.set(digit, (counts[place].get(digit) ?? 0) + 1)
  }
  for (const place of counts) {
    expect(place.size).toBe(10)
    for (const count of place.values()) expect(count).toBeGreaterThan(140)
  }
})

test('[ACC-18] a picture PIN has three different pictures of sixteen, and their order matters', () => {
  const random = randomBelow(2)
  const seen = new Set<string>()
  for (let made = 0; made < 2000; made += 1) {
    const pin = newPin('pictures', random)
    if (pin.kind !== 'pictures') throw new Error('pictures were asked for')
    expect(new Set(pin.pictures).size).toBe(3)
    for (const picture of pin.pictures) seen.add(picture)
  }
  expect([...seen].toSorted()).toEqual([...PICTURE_IDS])
  expect(PICTURE_IDS).toHaveLength(16)
  const row = { kind: 'pictures', pictures: ['sun', 'cat', 'key'] } as const
  expect(pinText(row)).not.toBe(pinText({ ...row, pictures: ['cat', 'sun', 'key'] }))
})

test.each(PIN_KINDS)('[ACC-20] of %s, a new PIN is never the one it replaces', (kind) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const old = newPin(kind, randomBelow(seed))
      expect(newPin(kind, randomBelow(seed), old)).not.toEqual(old)
    }),
  )
})

test('[ACC-17] a code has no ambiguous character, and no vowel that could make it a word', () => {
  expect(CODE_ALPHABET).not.toMatch(/[01AEIOUL]/)
  expect(new Set(CODE_ALPHABET).size).toBe(28)
  const random = randomBelow(3)
  const codes = Array.from({ length: 500 }, () => newCode(6, random))
  for (const code of codes) expect(code).toMatch(new RegExp(`^[${CODE_ALPHABET}]{6}$`))
  expect(new Set(codes.join('')).size).toBe(28)
})

test('[ACC-19] codes and names match however they are typed', () => {
  expect(plainCode(' b9m-54 p')).toBe('B9M54P')
  expect(plainName('  Ana \t Maria ')).toBe('Ana Maria')
  expect(nameKey('ANA  maria')).toBe(nameKey(' Ana Maria'))
  expect(nameKey('ZOË'.normalize('NFD'))).toBe(nameKey('Zoë'))
  expect(nameKey('Ａｎａ')).toBe('ana')
  expect(nameKey('Ana')).not.toBe(nameKey('Anna'))
})

const classOf = (...names: string[]) => names.map((name) => ({ name, nameKey: nameKey(name) }))

const meant = (typed: string, ...names: string[]) => findByName(classOf('Ben', ...names), typed)?.name ?? null

test.each([
  ['zoe', 'Zoë'],
  ['Jose Maria', 'José María'],
  ['lukasz', 'Łukasz'],
  ['nguyen thi minh khai', 'Nguyễn Thị Minh Khai'],
  ["o'brien sean", 'O’Brien, Sean'],
  ['OBrien Sean', "O'Brien, Sean"],
  ['anna lena', 'Anna-Lena'],
  ['JR', 'J. R.'],
  ['strauss', 'Strauß'],
  ["ka'iulani", 'Kaʻiulani'],
  ['Kaiulani', 'Kaʻiulani'],
  ['Ka´iulani', 'Kaʼiulani'],
  ['o`brien', 'O’Brien'],
  ['Anna–Lena', 'Anna-Lena'],
  ['anna-lena', 'Anna\u2011Lena'],
  ['Anna\u2212Lena', 'Anna–Lena'],
  ['علی\u200cرضا', 'علیرضا'],
  ['علیرضا', 'علی\u200cرضا'],
])('[ACC-19] typing %s finds %s, for keyboards without such marks', (typed, name) => {
  expect(meant(typed, name)).toBe(name)
})

test("[ACC-17] a class name may contain separators that schools use, a child's name may not", () => {
  for (const name of [
    'Math – Period 2 & 3',
    'Ms. Rivera’s 3b/4a',
    'Room #12',
    '2026_27: K+1',
    "Mrs. Hill's Math Stars!",
    '“Bees”; why?',
  ]) {
    expect(CLASS_NAME_PATTERN.test(name), name).toBe(true)
    expect(NAME_PATTERN.test(name), name).toBe(false)
  }
  for (const name of ['', '<3b>', '=1', 'a@b']) expect(CLASS_NAME_PATTERN.test(name), name).toBe(false)
})

test('[ACC-19] an exact name signs in that child, and an ambiguous one signs in nobody', () => {
  expect(meant('jose', 'José', 'Jose')).toBe('Jose')
  expect(meant('josé', 'José', 'Jose')).toBe('José')
  expect(meant('jo-se', 'José', 'Jose')).toBeNull()
  expect(meant('.', '李小龙')).toBeNull()
  expect(meant('李小龙', '李小龙', '李小明')).toBe('李小龙')
  expect(meant('Anna', 'Ana')).toBeNull()
})

test('[ACC-18] a name keeps its joiners, drops stray characters, and is the same name with either', () => {
  const persian = 'علی\u200cرضا'
  expect(plainName(`\u202b${persian}\u202c \ufeff`)).toBe(persian)
  expect(plainName('An\u00adna\u200b  \u2060Lena\u200e')).toBe('Anna Lena')
  expect(nameKey(persian)).toBe(nameKey('علیرضا'))
  expect(NAME_PATTERN.test(persian)).toBe(true)
})

test.each(["'", '’', '‘', '`', '´', '′', 'ʻ', 'ʼ', '＇'])('[ACC-18] O%sBrien is O’Brien', (apostrophe) => {
  expect(nameKey(`O${apostrophe}Brien`)).toBe(nameKey('O’Brien'))
})

test.each(['-', '\u2010', '\u2011', '–', '—', '\u2212'])('[ACC-18] Anna%sLena is Anna-Lena', (dash) => {
  expect(NAME_PATTERN.test(`Anna${dash}Lena`)).toBe(true)
  expect(nameKey(`Anna${dash}Lena`)).toBe(nameKey('Anna-Lena'))
})

test('[ACC-17, ACC-18] says which character a name may not have', () => {
  expect(refusedCharacter('Ava <3', NAME_PATTERN)).toBe('<')
  expect(refusedCharacter('3b!', NAME_PATTERN)).toBe('!')
  expect(refusedCharacter('3b!', CLASS_NAME_PATTERN)).toBeNull()
  expect(refusedCharacter('3b@home', CLASS_NAME_PATTERN)).toBe('@')
  expect(refusedCharacter('Ava 😀', NAME_PATTERN)).toBe('😀')
})

test('[ACC-18] a name needs a visible letter or digit', () => {
  for (const name of ['.', '-', "'", '()', '–', '\u200c', '\u3164', '\u0301', '. , -']) {
    expect(NAME_PATTERN.test(name), JSON.stringify(name)).toBe(false)
  }
  for (const name of ['J.', '7', '李', '(Ana)', 'Gal·la Puig', '古丽·买买提', 'マリア・ホセ'])
    expect(NAME_PATTERN.test(name), name).toBe(true)
})

test('[ACC-19] finds a child by its name next to any other, and a key is the key of itself', () => {
  const sign = fc.constantFrom(...'AaJjÉéİıßΣ李Ｏ', '\u030c', "'", '’', '-', ' ', '.', 'ʻ', 'ʼ')
  const name = fc.string({ unit: sign, minLength: 1, maxLength: 5 }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(name, name, (own, other) => {
      fc.pre(nameKey(own) !== nameKey(other))
      const children = [own, other].map((each) => ({ name: each, nameKey: nameKey(each) }))
      expect(findByName(children, own)?.name).toBe(own)
      expect(nameKey(nameKey(own))).toBe(nameKey(own))
    }),
    {
      numRuns: 1000,
      examples: [
        ["O'Brien", 'OBrien'],
        ['.', '..'],
      ],
    },
  )
})
