import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TEST = join(import.meta.dirname, '..')
const DOCUMENT = readFileSync(join(TEST, '../docs/testing.md'), 'utf8')
const KINDS = ['forged', 'replayed', 'parallel', 'merged', 'early', 'late', 'too fast', 'other people’s']

/** A test file and the rules in parentheses behind it. */
const NAMED = /`([\w/-]+\.test\.ts)` \(([A-Z0-9, -]+)\)/g

function rows(): readonly (readonly string[])[] {
  const table = /^## Cheats$(.*?)^## /ms.exec(DOCUMENT)?.[1] ?? ''
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '))
}

const fileOf = (name: string): string => join(TEST, name.includes('/') ? name : `abuse/${name}`)

test('[RUN-19] the cheat table has every kind for guests, students and battles, each with tests of these rules', () => {
  expect(rows().map(([kind]) => kind?.split(':')[0]?.replace("'", '’'))).toEqual(KINDS)
  for (const [kind, ...cells] of rows()) {
    expect(cells, kind).toHaveLength(3)
    for (const cell of cells) {
      const named = [...cell.matchAll(NAMED)]
      expect(named.length, cell).toBeGreaterThan(0)
      for (const [, name = '', ids = ''] of named) {
        expect(existsSync(fileOf(name)), name).toBe(true)
        const titles = [...readFileSync(fileOf(name), 'utf8').matchAll(/["']\[([A-Z0-9, -]+)\]/g)]
        const quoted = titles.flatMap(([, list = '']) => list.split(', '))
        for (const id of ids.split(', ')) expect(quoted, `${name} ${id}`).toContain(id)
      }
    }
  }
})
