import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessColumns, hasHeader } from '../../domain/roster/columns.ts'
import { gradeOfAll, gradeOfCell } from '../../domain/roster/grades.ts'
import { guessSeparator, readDelimited, type Separator } from '../../domain/roster/delimited.ts'
import { planRows, rosterRows, type RowChoice } from '../../domain/roster/plan.ts'

const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** As RFC 4180 writes a field. */
function written(field: string, isAlwaysQuoted: boolean): string {
  return isAlwaysQuoted || /[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

function read(text: string): string[][] {
  const records = readDelimited(text, guessSeparator(text))
  if (!records) throw new Error('a quote is open')
  return records
}

describe('[RST-1] the reader of delimited text', () => {
  test('reads any separator, line ending and quotes', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', 'Å', '"', ',', ';', '\t', '\n', '\r', ' '),
      maxLength: 6,
    })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { maxLength: 6 }))
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        (records, separator, lineEnd, isQuoted, endsWithLine) => {
          const text = records
            .map((record) => record.map((each) => written(each, isQuoted)).join(separator))
            .join(lineEnd)
          const kept = records.filter((record) => record.some((each) => each.trim() !== ''))
          expect(readDelimited(text + (endsWithLine ? lineEnd : ''), separator)).toEqual(kept)
        },
      ),
    )
  })

  test('rejects a quote that is never closed, and keeps one inside a name', () => {
    expect(readDelimited('Ava,"Smith\nBen,Jones', ',')).toBeNull()
    expect(readDelimited('Ava "Avi",Smith', ',')).toEqual([['Ava "Avi"', 'Smith']])
  })

  test.each([
    ['Ava,Smith\nBen,Jones', ','],
    ['Smith, Ava;3B\nJones, Ben;3B', ';'],
    ['Ava\tSmith, Jr.\nBen\tJones', '\t'],
    ['"Smith, Ava";3B\n"Jones, Ben";3B', ';'],
    ['Ava\nBen', '\t'],
  ])('finds the separator of %j', (text, separator) => {
    expect(guessSeparator(text)).toBe(separator)
  })
})

describe('[RST-1] the columns', () => {
  test.each([
    ['First Name,Last Name,Class,Email', 'first last class skip'],
    ['Student_First_Name,Student_Last_Name,Student ID,Grade', 'first last id grade'],
    ['studentId,firstName,lastName,homeRoom,DOB', 'id first last class skip'],
    ['Name,Class', 'name class'],
    ['Student_id,Last_name,Middle_name,First_name,Grade', 'id last skip first grade'],
    ['Student First Name,Student Last Name', 'first last'],
    ['Nombre;Apellidos;Grupo;Matrícula', 'first last class id'],
    ['Full name,First name,Last name', 'skip first last'],
  ])('are recognized by the headers %j', (header, kinds) => {
    const records = read(`${header}\n${header.replaceAll(/[^,;]+/g, 'Ava')}`)
    expect(hasHeader(records)).toBe(true)
    expect(guessColumns(records, true, ',').join(' ')).toBe(kinds)
  })

  test.each([
    ['Ava;Smith;3B\nBen;Jones;4A', 'first last class'],
    ['Smith,Ava\nJones,Ben', 'last first'],
    ['Ava,No\nBen,Young', 'last first'],
    ['1;Ava Smith;F;ava@x.org\n2;Ben Jones;M;ben@x.org', 'skip name skip skip'],
    ['Ava\nBen', 'name'],
  ])('without headers are recognized by their content %j', (text, kinds) => {
    const records = read(text)
    expect(hasHeader(records)).toBe(false)
    expect(guessColumns(records, false, guessSeparator(text)).join(' ')).toBe(kinds)
  })
})

describe('[RST-1] the grade of a class', () => {
  test.each([
    ['3', '3'],
    ['03', '3'],
    ['3rd', '3'],
    ['Grade 3', '3'],
    ['3º ano', '3'],
    ['K', 'K'],
    ['Kindergarten', 'K'],
    ['0', 'K'],
    ['7', 'unknown'],
    ['13', 'unknown'],
    ['3-4', 'unknown'],
    ['PK', 'unknown'],
    ['', 'unknown'],
  ])('%j is %s', (cell, grade) => {
    expect(gradeOfCell(cell)).toBe(grade)
  })

  test('is that of all its children', () => {
    expect(gradeOfAll(['3', '', 'Grade 3'])).toBe('3')
    expect(gradeOfAll(['3', '4'])).toBe('unknown')
    expect(gradeOfAll(['', ''])).toBe('unknown')
  })
})

/** The names and reasons that a list gets, `+` for one to add, `=` for one that is there. */
function planned(
  text: string,
  inClass: readonly string[] = [],
  choices: [number, RowChoice][] = [],
): string[] {
  const records = read(text)
  const rows = rosterRows(records, ['first', 'last'])
  return planRows(rows, { inClass, choices: new Map(choices), longest: 40 }).map(({ plan }) => {
    switch (plan.kind) {
      case 'add':
        return `+${plan.name}`
      case 'same':
        return `=${plan.name}`
      case 'unclear':
        return `${plan.name}?${plan.different}`
      case 'duplicate':
        return `line ${plan.line}`
      case 'left_out':
        return 'out'
      case 'invalid':
        return plan.problem
    }
  })
}

describe('[RST-2] the plan of a list', () => {
  test('keeps a last initial, or the last name, only where names would match', () => {
    expect(planned('Ava,Smith\nAva,Turner\nBen,Jones')).toEqual(['+Ava S.', '+Ava T.', '+Ben'])
    expect(planned('Ava,Smith\nAva,Stone\nava,Turner')).toEqual(['+Ava Smith', '+Ava Stone', '+ava T.'])
  })

  test('marks rows already in the class, duplicated in the list, or unclear', () => {
    expect(planned('Ava,Smith\nBen,Jones\nAva,smith', ['Ava'])).toEqual(['=Ava', '+Ben', 'line 1'])
    expect(planned('Ava,Smith\nAva,Turner', ['Ava'])).toEqual(['Ava?Ava S.', 'Ava?Ava T.'])
    expect(planned('Ava,Smith\nAva,Stone', ['Ava S.'])).toEqual(['Ava S.?Ava Smith', 'Ava S.?Ava Stone'])
    expect(planned('Ava,Smith\nCem,Kaya', ['Ava S', 'Ava T.'])).toEqual(['=Ava S', '+Cem'])
  })

  test('rejects formulas, symbols, and rows without a name', () => {
    expect(planned('=1+1,Smith\nBen,@SUM(A1)\nCem,+1\n-SUM(A1),Fox\n"",Hill\nDi<b>,Ek\nEla,Fay')).toEqual([
      'formula',
      'formula',
      'formula',
      'formula',
      'no_name',
      'signs',
      '+Ela',
    ])
    expect(planned(`${'x'.repeat(41)},Smith\nBen,Jones`)).toEqual(['too_long', '+Ben'])
  })

  test("follows the adult's choices", () => {
    const text = 'Ava,Smith\nAva,Turner\nBen,Jones\nBe%n,Hill'
    expect(
      planned(
        text,
        ['Ava', 'Ben'],
        [
          [1, { kind: 'same' }],
          [2, { kind: 'add' }],
          [3, { kind: 'add' }],
          [4, { kind: 'rename', name: 'Cem' }],
        ],
      ),
    ).toEqual(['=Ava', '+Ava T.', '+Ben J.', '+Cem'])
    expect(planned(text, [], [[4, { kind: 'leave_out' }]])).toEqual(['+Ava S.', '+Ava T.', '+Ben', 'out'])
    expect(planned('Ava,Smith\nBen,Jones', ['Ava'], [[2, { kind: 'rename', name: 'Ava' }]])).toEqual([
      'Ava?Ava S.',
      '=Ava',
    ])
  })

  test('[RST-3] adds nothing when the same list is imported again', () => {
    const name = fc.constantFrom('Ava', 'Ben', 'ava', 'Núria', 'D’Arcy')
    const last = fc.constantFrom('Smith', 'Stone', 'Turner', 'O’Hara', '')
    fc.assert(
      fc.property(fc.array(fc.tuple(name, last), { minLength: 1, maxLength: 12 }), (list) => {
        const rows = list.map(([first, family], at) => ({
          line: at + 1,
          first,
          last: family,
          id: '',
          className: '',
          grade: '',
        }))
        const add = (inClass: readonly string[]) =>
          planRows(rows, { inClass, choices: new Map(), longest: 40 }).flatMap(({ plan }) =>
            plan.kind === 'add' ? [plan.name] : [],
          )
        expect(add(add([]))).toEqual([])
      }),
    )
  })
})
