import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const REPORT = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
const LEVELS = ['Supports', 'Partially Supports', 'Does Not Support', 'Not Applicable']

/** The numbers of WCAG 2.2. 4.1.1 was removed, but the format of the report still has it. */
const CRITERIA = {
  'level A':
    '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2',
  'level AA':
    '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}

const rowsOf = (level: string) => {
  const table = REPORT.split(/^## Table \d: /m).find((part) => part.startsWith(`${level}\n`)) ?? ''
  return [...table.matchAll(/^\| (\d\.\d\.\d+) [^|]*\| ([^|]*?) *\| (.*) \|$/gm)].map(
    ([, number = '', support = '', remark = '']) => ({ number, support, remark }),
  )
}

const ROWS = Object.keys(CRITERIA).flatMap(rowsOf)

test.each(Object.entries(CRITERIA))(
  '[AX-9] the report has each criterion of %s once, with a known level of support',
  (level, numbers) => {
    const rows = rowsOf(level)
    expect(rows.map(({ number }) => number)).toEqual(numbers.split(' '))
    for (const { number, support } of rows) expect(LEVELS, number).toContain(support)
  },
)

test('[AX-9] each claim names an existing rule, and criteria that are not fully met are listed separately', () => {
  const spec = readdirSync(join(ROOT, 'spec')).map((file) => readFileSync(join(ROOT, 'spec', file), 'utf8'))
  const rules = new Set(
    spec.flatMap((text) => [...text.matchAll(/\*\*([A-Z]{2,3}-\d+)\*\*/g)].map(([, id]) => id)),
  )
  const notYet = /^## Not yet met\n([^#]*)/m.exec(REPORT)?.[1] ?? ''
  for (const { number, support, remark } of ROWS) {
    const ids = [...remark.matchAll(/\b[A-Z]{2,3}-\d+\b/g)].map(([id]) => id)
    if (support !== 'Not Applicable') expect(ids, `${number} names a rule`).not.toEqual([])
    for (const id of ids) expect(rules, `${id}, of ${number}`).toContain(id)
    const isLacking = support === 'Partially Supports' || support === 'Does Not Support'
    expect(notYet.includes(`**${number}**`), `${number} is listed as not yet met`).toBe(isLacking)
  }
})
