import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../scripts/spec-coverage.mjs')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs the check on a folder that holds these files. */
function check(files: Record<string, string>): { code: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-spec-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const run = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' })
  return { code: run.status, said: run.stdout + run.stderr }
}

const rule = (id: string, path = 'spec/a.md') => `- **${id}** A rule.\n  _spec §1 · ${path}_\n`
const checkBench = (line: string) =>
  check({ 'spec/a.md': rule('AAA-1'), 'bench/speed.ts': line, 'test/one.test.ts': '' })
const title = (name: string, call = 'test') => `${call}('${name}', () => {})\n`

test('[RUN-19] passes with counts if every id is quoted, alone or in a list', () => {
  const result = check({
    'spec/a.md': rule('AAA-1') + rule('AAA-2') + rule('AAA-3') + rule('AAA-4'),
    'test/one.test.ts': title('[AAA-1][AAA-2] two') + title('[AAA-3, AAA-4] rule %s', 'test.each([1, (2)])'),
  })
  expect(result).toEqual({ code: 0, said: 'spec/: 4 ids, each quoted by a test; 1 test files.\n' })
})

test('[RUN-19] names an id without a test; skipped tests, comments and other files do not count', () => {
  const result = check({
    'spec/a.md': rule('AAA-1') + rule('AAA-2') + rule('AAA-3') + rule('AAA-4'),
    'test/one.test.ts':
      title('[AAA-1] one', 'test.skip') + `// ${title('[AAA-2] two')}` + title('[AAA-3] three', 'log'),
    'test/factory.ts': title('[AAA-4] four'),
  })
  expect(result.code).toBe(1)
  for (const id of ['AAA-1', 'AAA-2', 'AAA-3', 'AAA-4']) expect(result.said).toContain(id)
})

test('[RUN-19] the heading of a bench counts for a rule about speed', () => {
  expect(checkBench(`const HEADING = '[AAA-1] fast'\n`).code).toBe(0)
  expect(checkBench(`const OTHER = '[AAA-1] fast'\n`).code).toBe(1)
})

test('[RUN-19] names unknown and duplicate ids, and paths that do not exist', () => {
  const result = check({
    'spec/a.md': rule('AAA-1') + rule('AAA-1') + rule('AAA-2', 'spec/a.md, server/gone.ts'),
    'test/one.spec.ts': title('[AAA-1] one') + title('[AAA-2] two') + title('[BBB-9] nine'),
  })
  expect(result.code).toBe(1)
  expect(result.said).toContain('BBB-9 in test/one.spec.ts')
  expect(result.said).toContain('Ids that stand twice in spec/ (1):\n  AAA-1')
  expect(result.said).toContain('AAA-2: server/gone.ts')
})

test('[RUN-19] a file without ids does not pass', () => {
  expect(check({ 'spec/a.md': '# nothing' }).code).toBe(1)
})
