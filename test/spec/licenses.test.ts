import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../scripts/licenses.mjs')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfold-licenses-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A product with one direct package, `near`, which brings `far` along. */
function install({ far, page }: { far: string; page: string }): void {
  const write = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value))
  for (const path of ['docs', 'node_modules/near', 'node_modules/far']) {
    mkdirSync(join(folder, path), { recursive: true })
  }
  write('package.json', { dependencies: { near: '1.0.0' } })
  write('node_modules/near/package.json', { license: 'MIT' })
  write('node_modules/far/package.json', { license: far })
  write('package-lock.json', { packages: { '': {}, 'node_modules/near': {}, 'node_modules/far': {} } })
  writeFileSync(join(folder, 'docs/licenses.md'), page)
}

function check(...args: string[]): { code: number | null; said: string } {
  const run = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' })
  return { code: run.status, said: run.stdout + run.stderr }
}

test('[RUN-18] every package Tenfold needs is allowed, and every direct one is listed', () => {
  const { code, said } = check()
  expect(said).toMatch(/^Licenses: \d+ packages, each allowed; \d+ named/)
  expect(code).toBe(0)
})

test('[RUN-18] rejects a license that is not allowed, even deep in the tree', () => {
  install({ far: 'AGPL-3.0-only', page: '| near | MIT |' })
  const { code, said } = check(folder)
  expect(said).toContain('node_modules/far: AGPL-3.0-only')
  expect(code).toBe(1)
})

test('[RUN-18] names a direct package missing from the note', () => {
  install({ far: 'ISC', page: '' })
  const { code, said } = check(folder)
  expect(said).toContain('| near | MIT |')
  expect(code).toBe(1)
})
