import { expect, test } from 'vitest'
import {
  CLASS_NAME_PATTERN,
  NAME_PATTERN,
  nameKey,
  plainName,
  refusedCharacter,
} from '../../domain/child-name.ts'

test.each([
  'Hill´s Math',
  'Hill`s Math',
  'Hill＇s Math',
  '¡Vamos!',
  '¿Qué?',
  'Math…',
  'さくら・組',
  '３年（２組）',
  'کلاس\u200cها',
  'الصف ٣، الشعبة ب',
  'כיתה ג׳2',
  '4°B',
  '5º A',
  'Класс № 5 «Б»',
  '2026\u201027',
  '2026\u201127',
  'Jean\u2011Luc',
  'Math [Period 2]',
  'Blue | Green',
  'Math Stars ⭐',
  '👩🏽‍🏫 3b ❤️ 🇺🇸 1️⃣',
  '3×4 ÷ 2, ½',
  '$mart €5',
])('[ACC-17] a class may be called %s', (name) => {
  expect(plainName(name)).toBe(name)
  expect(name).toMatch(CLASS_NAME_PATTERN)
})

test.each([
  ['3b@home', '@'],
  ['3b＠home', '＠'],
  ['3b﹫home', '﹫'],
  ['C:\\class', '\\'],
  ['<b>3b</b>', '<'],
  ['=1+1', '='],
  ['＝1+1', '＝'],
  ['3b\u0007', '\u0007'],
  ['3b\n4b', '\n'],
  ['\u202eb3', '\u202e'],
  ['\u2066b3', '\u2066'],
  ['3b\ufffd', '\ufffd'],
  ['3b\ufffc', '\ufffc'],
  ['３b＜c', '＜'],
])('[ACC-17] a class may not be called %j, because of %j', (name, sign) => {
  expect(name).not.toMatch(CLASS_NAME_PATTERN)
  expect(refusedCharacter(name, CLASS_NAME_PATTERN)).toBe(sign)
})

test.each(['', ' ', '\u200c', '\u200d\u200d', '\u3164'])(
  '[ACC-17] a class may not be called %j, of which nothing is visible',
  (name) => expect(name).not.toMatch(CLASS_NAME_PATTERN),
)

test.each([
  ['古丽\u2022买买提', '古丽·买买提'],
  ['古丽\u2027买买提', '古丽·买买提'],
  ['古丽\u30fb买买提', '古丽·买买提'],
  ['古丽\uff65买买提', '古丽·买买提'],
  ['古丽．买买提', '古丽.买买提'],
  ['D＇Angelo', "D'Angelo"],
  ['D’Angelo', "D'Angelo"],
  ['ג׳ורג׳', "ג'ורג'"],
  ['שרה־לאה', 'שרה-לאה'],
  ['רמב״ם', 'רמב״ם'],
  ['Robert “Bob” Hill', 'robert “bob” hill'],
  ['Jean\u2011Luc', 'Jean-Luc'],
  ['Jean－Luc', 'Jean-Luc'],
  ['علی\u200cرضا', 'علیرضا'],
  ['ශ්\u200dරී', 'ශ්රී'],
  ['ക്\u200dഷേമ', 'ക്ഷേമ'],
])('[ACC-18] a child may be called %s, which is the same name as %s', (name, other) => {
  expect(plainName(name)).toBe(name)
  expect(name).toMatch(NAME_PATTERN)
  expect(nameKey(name)).toBe(nameKey(other))
  expect(nameKey(nameKey(name))).toBe(nameKey(name))
})

test.each([
  ['ava@home', '@'],
  ['ava＠home', '＠'],
  ['home/ava', '/'],
  ['home／ava', '／'],
  ['http：ava', '：'],
  ['Ava_1', '_'],
  ['Ava\u0000', '\u0000'],
  ['\u202eavA', '\u202e'],
  ['Ava!', '!'],
  ['Ava…', '…'],
])('[ACC-18] a child may not be called %j, because of %j', (name, sign) => {
  expect(name).not.toMatch(NAME_PATTERN)
  expect(refusedCharacter(name, NAME_PATTERN)).toBe(sign)
})
