import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { personName } from '../../contract/account.ts'
import { nameKey } from '../../domain/child-name.ts'
import { byName } from '../../web/features/classes/by-name.ts'
import { readNameList } from '../../web/features/classes/name-list.ts'

const names = (count: number) => Array.from({ length: count }, (_, at) => `Child ${at}`).join('\n')
const inClass = (count: number) => Array.from({ length: count }, (_, at) => `Old ${at}`)
const namesOf = (text: string) => readNameList(text, []).names.map(({ name }) => name)

test('[CLS-3] a pasted list has a name on each line; numbers, bullets, tabs and empty lines are understood', () => {
  const text = '1. Ana\r\n2) Ben\n\n  - Cem  Kaya \n• Di\nEla\tFox\n*  Fay\n– Gil\n\t\n'
  expect(namesOf(text)).toEqual(['Ana', 'Ben', 'Cem Kaya', 'Di', 'Ela Fox', 'Fay', 'Gil'])
})

test('[CLS-3] each name that cannot be added is marked with the reason', () => {
  const list = readNameList(`Ana\nANA\n<b>\nBen\n${'x'.repeat(41)}\nO\u00b4Hara\n...`, ['ben', 'O’Hara'])
  expect(list.names.map(({ problem }) => problem)).toEqual([
    null,
    'twice',
    'signs',
    'taken',
    'too_long',
    'taken',
    'signs',
  ])
})

test('[CLS-3] a list of 40 can be added, one of 41 cannot, and none that would overfill the class', () => {
  expect(readNameList(names(40), inClass(20)).problem).toBeNull()
  expect(readNameList(names(41), []).problem).toBe('too_many_at_once')
  expect(readNameList(names(40), inClass(21)).problem).toBe('class_full')
})

test('[CLS-3] what is marked as fine is what the server takes, and no two are one name', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.constantFrom('Ana', ' ana', 'ÁNA', 'A na', 'A\u200cna', "A'na", 'A´na', '.', '\u3164'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const fine = readNameList(lines.join('\n'), ['Ben']).names.filter(({ problem }) => problem === null)
      for (const { name } of fine) expect(z.safeParse(personName, name).success, name).toBe(true)
      expect(new Set(fine.map(({ name }) => nameKey(name))).size).toBe(fine.length)
    }),
  )
})

test('[CLS-6] children stand in the order in which people look for names', () => {
  const inOrder = ['Ana', 'Child 2', 'Child 10', 'Émile', 'Ewa', 'Łukasz', 'Mia', 'zoe', 'Zoë']
  const listed = inOrder.toReversed().map((name) => ({ name }))
  expect(byName(listed).map(({ name }) => name)).toEqual(inOrder)
})
