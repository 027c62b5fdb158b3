import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { personName } from '../../contract/account.ts'
import { nameKey } from '../../domain/child-name.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { byName } from '../../web/features/classes/by-name.ts'
import { readNameList, type ColumnMeaning } from '../../web/features/classes/name-list.ts'

const names = (count: number) => Array.from({ length: count }, (_, at) => `Child ${at}`).join('\n')
const inClass = (count: number) => Array.from({ length: count }, (_, at) => `Old ${at}`)
const namesOf = (text: string) => readNameList(text, []).names.map(({ name }) => name)

test('[CLS-3] reads a pasted list with a name on each line, with numbers, bullets, tabs and empty lines', () => {
  const text = '1. Ana\r\n2) Ben\n\n  - Cem  Kaya \n• Di\nEla\tFox\n*  Fay\n– Gil\n\t\n'
  expect(namesOf(text)).toEqual(['Ana', 'Ben', 'Cem Kaya', 'Di', 'Ela', 'Fay', 'Gil'])
})

test.each(['\ufeffAna\nBen', '\ufeff"Ana"\nBen', '\ufeffName,Class\r\nAna,3b\r\nBen,3b'])(
  '[CLS-3] the mark with which Excel starts a file is not part of the list %j',
  (text) => expect(namesOf(text)).toEqual(['Ana', 'Ben']),
)

test('[CLS-3, RST-2] a refused name says which character is refused', () => {
  const { problem } = classMessages.add
  expect(problem('signs', 'A*va')).toContain('“*”')
  expect(problem('signs', 'ana@school')).toContain('“@”')
  expect(problem('signs', 'Ben🙂')).toContain('“🙂”')
  expect(problem('signs', '...')).toBe(problem('signs', '.'))
})

test('[CLS-3] marks each name that cannot be added with the reason', () => {
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

test('[CLS-3] a list can be as long as there is room in the class', () => {
  expect(readNameList(names(60), []).problem).toBeNull()
  expect(readNameList(names(40), inClass(20)).problem).toBeNull()
  expect(readNameList(names(40), inClass(21)).problem).toBe('class_full')
})

test('[CLS-3] the server accepts what is marked as fine, and no two names are the same', () => {
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

const AVA_AND_BEN = ['Ava Smith', 'Ben Jones', 'Cara De la Cruz']

test.each([
  ['Ava Smith\nBen Jones\nCara De la Cruz'],
  ['1. Ava Smith\n2. Ben Jones\n3. Cara De la Cruz'],
  ['• Ava Smith\n• Ben Jones\n• Cara De la Cruz'],
  ['Ava Smith, Ben Jones, Cara De la Cruz'],
  ['Ava Smith, Ben Jones,\nCara De la Cruz'],
  ['Ava Smith; Ben Jones; Cara De la Cruz'],
  ['"Ava Smith"\n"Ben Jones"\n"Cara De la Cruz"'],
  ['1 - Ava Smith\n2 - Ben Jones\n3 - Cara De la Cruz'],
  ['Ava Smith\tBen Jones\tCara De la Cruz'],
  ['1- Ava Smith\n2- Ben Jones\n3- Cara De la Cruz'],
  ['1 -Ava Smith\n2 -Ben Jones\n3 -Cara De la Cruz'],
  ['1 Ava Smith\n2 Ben Jones\n3 Cara De la Cruz'],
  ['#1 Ava Smith\n#2 Ben Jones\n#3 Cara De la Cruz'],
  ['a) Ava Smith\nb) Ben Jones\nc) Cara De la Cruz'],
  ['•Ava Smith\n•Ben Jones\n•Cara De la Cruz'],
  ['☐ Ava Smith\n☐ Ben Jones\n☐ Cara De la Cruz'],
  ['Ava Smith, ava@school.example\nBen Jones, ben@school.example\nCara De la Cruz, cara@school.example'],
  ['Ava Smith\t9/3/2018\nBen Jones\t4/15/2018\nCara De la Cruz\t12/1/2017'],
])('[CLS-3] %j is three children, named as typed', (text) => {
  expect(namesOf(text)).toEqual(AVA_AND_BEN)
})

test.each([
  ['Smith, Ava\nJones, Ben\nDe la Cruz, Cara'],
  ['1) Smith, Ava\n2) Jones, Ben\n3) De la Cruz, Cara'],
  ['1.Smith, Ava\r\n2.Jones, Ben\r\n3.De la Cruz, Cara\r\n'],
  ['Ava\tSmith\nBen\tJones\nCara\tDe la Cruz'],
  ['1\tAva\tSmith\n2\tBen\tJones\n3\tCara\tDe la Cruz'],
  ['Last Name\tFirst Name\nSmith\tAva\nJones\tBen\nDe la Cruz\tCara'],
  ['First name\tLast name\nAva\tSmith\nBen\tJones\nCara\tDe la Cruz'],
  ['Last, First\nSmith, Ava\nJones, Ben\nDe la Cruz, Cara'],
  ['1,Smith,Ava\n2,Jones,Ben\n3,De la Cruz,Cara'],
  ['Smith, Ava; Jones, Ben; De la Cruz, Cara'],
  ['"Smith, Ava"\n"Jones, Ben"\n"De la Cruz, Cara"'],
  ['Smith,Ava,3B\nJones,Ben,3B\nDe la Cruz,Cara,3B'],
  ['1,"Smith, Ava",3B\n2,"Jones, Ben",3B\n3,"De la Cruz, Cara",3B'],
  ['"Smith","Ava"\n"Jones","Ben"\n"De la Cruz","Cara"'],
  ['Smith,Ava,Room 3\nJones,Ben,Room 3\nDe la Cruz,Cara,Room 3'],
  ['Smith,Ava,3-B\nJones,Ben,3-B\nDe la Cruz,Cara,3-B'],
  ['Smith,Ava,K2\nJones,Ben,K2\nDe la Cruz,Cara,K2'],
  ['Smith,Ava,asmith07\nJones,Ben,bjones12\nDe la Cruz,Cara,ccruz11'],
  ['1 Smith, Ava\n2 Jones, Ben\n3 De la Cruz, Cara'],
  ['"Smith, Ava",3,F\n"Jones, Ben",3,M\n"De la Cruz, Cara",3,F'],
  ['Smith,Ava,F\nJones,Ben,M\nDe la Cruz,Cara,F'],
  ['Smith, Ava, Ms. Hill\nJones, Ben, Ms. Hill\nDe la Cruz, Cara, Mr. Poe'],
  ['Last,First,Class\nSmith,Ava,Owls\nJones,Ben,Owls\nDe la Cruz,Cara,Owls'],
  ['Id,Name,Class\n1,"Smith, Ava",Owls\n2,"Jones, Ben",Owls\n3,"De la Cruz, Cara",Owls'],
  [
    'ID\tFirst name\tLast name\tTeacher\n7\tAva\tSmith\tMs. Hill\n8\tBen\tJones\tMs. Hill\n9\tCara\tDe la Cruz\tMs. Hill',
  ],
  ['Last Name,First Name,Email Address\nSmith,Ava,ava@x.org\nJones,Ben,ben@x.org\nCruz,Cara,cara@x.org'],
  [
    'Student_id,Last_name,Middle_name,First_name,Grade\n1,Smith,Marie,Ava,3\n2,Jones,,Ben,3\n3,Cruz,Lee,Cara,3',
  ],
  ['Student First Name,Student Last Name\nAva,Smith\nBen,Jones\nCara,Cruz'],
  ['Nombre;Apellidos\nAva;Smith\nBen;Jones\nCara;Cruz'],
  ['Name,Username,Password\nAva Smith,asmith,x1\nBen Jones,bjones,x2\nCara Cruz,ccruz,x3'],
])('[CLS-3, RST-1, RST-2] of %j only the first names are kept', (text) => {
  expect(namesOf(text)).toEqual(['Ava', 'Ben', 'Cara'])
})

test('[CLS-3] interprets a comma on a line by the whole list, and can be switched', () => {
  expect(readNameList('Ava, Ben, Cara', [])).toMatchObject({ commas: 'between_children' })
  expect(namesOf('Ava, Ben, Cara')).toEqual(['Ava', 'Ben', 'Cara'])
  expect(readNameList('Smith, Ava', [])).toMatchObject({
    commas: 'last_first',
    names: [{ name: 'Ava' }],
  })
  const chosen = readNameList('Ava, Ben\nCara, Dan', [], 'between_children')
  expect(chosen.names.map(({ name }) => name)).toEqual(['Ava', 'Ben', 'Cara', 'Dan'])
  expect(namesOf('Smith, Ava\nZoe\nJones, Ben')).toEqual(['Ava', 'Zoe', 'Ben'])
  expect(namesOf('Smith, Jr., Ava\nJones, Ben')).toEqual(['Ava', 'Ben'])
  expect(readNameList('Ava\nBen', []).commas).toBeNull()
  expect(namesOf('Ava; Ben')).toEqual(['Ava', 'Ben'])
  expect(namesOf('Ava Smith; Ben Jones')).toEqual(['Ava Smith', 'Ben Jones'])
  expect(namesOf('Ava;Smith\nAva;Jones')).toEqual(['Ava S.', 'Ava J.'])
  expect(namesOf('Ava\tM\nBen\tF')).toEqual(['Ava', 'Ben'])
  expect(namesOf('A. Smith\nX Æ\n7 Ava')).toEqual(['A. Smith', 'X Æ', 'Ava'])
  expect(namesOf('Ava, Ben3, Cara')).toEqual(['Ava', 'Ben3', 'Cara'])
})

test('[CLS-3] two columns are one child, first name first, and can be switched or read as two children', () => {
  const text = 'Smith\tAva\nJones\tBen'
  const read = (chosen: ColumnMeaning | null) => readNameList(text, [], chosen).names.map(({ name }) => name)
  expect(readNameList(text, [])).toMatchObject({ commas: null, columns: 'first_last' })
  expect(read('last_first')).toEqual(['Ava', 'Ben'])
  expect(read('between_children')).toEqual(['Smith', 'Ava', 'Jones', 'Ben'])
  expect(readNameList('Ava Smith\nBen; Cara; Dan', []).columns).toBeNull()
})

test('[CLS-3] however a roster of different first names is written, the same children are read', () => {
  const first = fc.constantFrom('Ava', 'Ben', 'Zoë', 'O’Hara', 'Mary-Jane', 'Li', 'Núria', 'Nguyễn')
  const child = fc.record({ first, last: fc.constantFrom('Smith', 'Jones', 'Young', 'Kaya') })
  const bullets = fc.constantFrom(
    () => '',
    (at: number) => `${at + 1}. `,
    (at: number) => `${at + 1}) `,
    () => '- ',
    () => '• ',
  )
  const ways = fc.constantFrom<(child: { first: string; last: string }) => string>(
    ({ first }) => first,
    ({ first, last }) => `${last}, ${first}`,
    ({ first, last }) => `${first}\t${last}`,
    ({ first, last }) => ` ${last} ,${first} `,
  )
  const roster = fc.uniqueArray(child, { minLength: 1, maxLength: 8, selector: (each) => each.first })
  fc.assert(
    fc.property(roster, bullets, ways, (children, bullet, way) => {
      const text = children.map((each, at) => bullet(at) + way(each)).join('\n')
      const expected = children.map((each) => each.first)
      expect(namesOf(text)).toEqual(expected)
      expect(namesOf(expected.join('\n'))).toEqual(expected)
    }),
  )
})

test('[CLS-6] children are listed in the order in which people look for names', () => {
  const inOrder = ['Ana', 'Child 2', 'Child 10', 'Émile', 'Ewa', 'Łukasz', 'Mia', 'zoe', 'Zoë']
  const listed = inOrder.toReversed().map((name) => ({ name }))
  expect(byName(listed).map(({ name }) => name)).toEqual(inOrder)
})
