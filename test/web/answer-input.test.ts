import { describe, expect, test } from 'vitest'
import { digitOfKey } from '../../web/lib/typed-digit.ts'
import {
  addCharacter,
  ANSWER_MAX_CHARACTERS,
  answerValue,
  keepAnswerCharacters,
} from '../../web/features/practice/answer-input.ts'

describe('the answer box', () => {
  test.each([
    ['12', '12'],
    ['99--', '99'],
    ['--9', '-9'],
    ['1-2', '12'],
    ['x-5', '-5'],
    ['-', '-'],
    ['7.5', '7.5'],
    ['7..5', '7.5'],
    ['.5.6.7', '.567'],
    ['a<b>1²x', '1'],
    ['1e3', '13'],
    ['7,5', '7.5'],
    ['٤٢', '42'],
    ['٧٫٥', '7.5'],
    ['７．５', '7.5'],
    ['７，５', '7.5'],
    ['7،5', '7.5'],
    ['7。5', '7.5'],
    ['7｡5', '7.5'],
    ['7·5', '7.5'],
    ['１２', '12'],
    ['०९', '09'],
    ['𝟘𝟙𝟡', '019'],
    ['', ''],
  ])('[PRA-7] %j becomes %j: digits, one minus before them, one period', (text, kept) => {
    expect(keepAnswerCharacters(text)).toBe(kept)
  })

  test('[PRA-7] filtering twice changes nothing, and the result fits the box', () => {
    for (const text of ['-12.34567', '1234567890', '..--..--1', '-.-.-.']) {
      const kept = keepAnswerCharacters(text)
      expect(keepAnswerCharacters(kept)).toBe(kept)
      expect(kept.length).toBeLessThanOrEqual(ANSWER_MAX_CHARACTERS)
    }
  })

  test('[PRA-7] a keypad key adds a digit after a minus or a period too, up to three', () => {
    expect(addCharacter('-', '4')).toBe('-4')
    expect(addCharacter('1.2', '3')).toBe('1.23')
    expect(addCharacter('123', '4')).toBe('123')
    expect(addCharacter('12', '-')).toBe('12')
    expect(addCharacter('', '-')).toBe('-')
    expect(addCharacter('123', '.')).toBe('123.')
  })
})

const key = (name: string, code: string, shiftKey = false) => digitOfKey({ key: name, code, shiftKey })

describe('keys', () => {
  test('[PRA-7] a digit is typed by every script, by a French keyboard and without Num Lock', () => {
    expect(key('7', 'Digit7')).toBe('7')
    expect(key('٧', 'Digit7')).toBe('7')
    expect(key('７', 'Digit7')).toBe('7')
    expect(['à', '&', 'é', '"', "'", '('].map((sign, digit) => key(sign, `Digit${digit}`)).join('')).toBe(
      '012345',
    )
    expect(key('-', 'Digit6')).toBe('6')
    expect(key('6', 'Digit6', true)).toBe('6')
    expect(['Insert', 'End', 'ArrowDown'].map((name, digit) => key(name, `Numpad${digit}`)).join('')).toBe(
      '012',
    )
  })

  test('[PRA-7] any other key is none', () => {
    expect(key('!', 'Digit1', true)).toBeUndefined()
    expect(key('-', 'Minus')).toBeUndefined()
    expect(key('Delete', 'NumpadDecimal')).toBeUndefined()
    expect(key('Enter', 'NumpadEnter')).toBeUndefined()
    expect(key('²', 'Backquote')).toBeUndefined()
    expect(key('q', 'KeyQ')).toBeUndefined()
  })
})

describe('the submitted number', () => {
  test.each([
    ['12', 12],
    ['007', 7],
    ['-3', -3],
    ['7.', 7],
    ['7.0', 7],
  ])('[PRA-9] %j is the whole number %j', (text, value) => {
    expect(answerValue(text)).toBe(value)
  })

  test.each(['', '-', '.', '-.', '7.5', '.5'])('[PRA-9] %j is not a whole number', (text) => {
    expect(answerValue(text)).toBeNull()
  })
})
