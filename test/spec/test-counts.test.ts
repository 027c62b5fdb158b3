import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countsTable, failedLines, skippedLines } from '../../scripts/test-counts.mjs'

const SUITES = ['unit', 'browser']

function folderWith(reports: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-counts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, report] of Object.entries(reports)) {
    writeFileSync(join(folder, name), JSON.stringify(report))
  }
  return folder
}

test("[RUN-3] the tests end with every suite's counts, and a retry counts as a failure", () => {
  const folder = folderWith({
    'unit.json': { numPassedTests: 500, numFailedTests: 2, numPendingTests: 1, numTodoTests: 0 },
    'browser.json': { stats: { expected: 90, unexpected: 1, flaky: 1, skipped: 0 } },
  })
  expect(
    countsTable(folder, SUITES)
      .split('\n')
      .map((line) => line.split(/ +/)),
  ).toEqual([
    ['Tests', 'passed', 'failed', 'skipped'],
    ['unit', '500', '2', '1'],
    ['browser', '90', '2', '0'],
  ])
})

test('[RUN-3] a suite without counts is reported', () => {
  expect(countsTable(folderWith({}), SUITES)).toMatch(/unit +- +- +-\nbrowser +- +- +-$/)
})

/** A test of a report, below the titles of its suites. */
function one(status: string, ...titles: string[]) {
  return { status, ancestorTitles: titles.slice(0, -1), fullName: titles.join(' ') }
}

test('[RUN-3] the tests end with what was skipped and why, each suite once, and nothing otherwise', () => {
  const report = (...assertionResults: object[]) =>
    folderWith({ 'unit.json': { testResults: [{ assertionResults }] } })
  const storage = 'the storage: SKIPPED, because there is none'
  const skipped = report(
    one('passed', 'rules', 'a rule'),
    one('pending', 'many', storage, 'inner', 'keeps'),
    one('pending', 'many', storage, 'inner', 'forgets'),
    one('skipped', 'a lazy test'),
  )
  expect(skippedLines(skipped, SUITES)).toEqual([
    `many > ${storage}`,
    'a lazy test: SKIPPED, and nobody says why',
  ])
  expect(
    skippedLines(report(one('passed', 'rules', 'a rule'), one('failed', 'rules', 'another')), SUITES),
  ).toEqual([])
  expect(skippedLines(folderWith({}), SUITES)).toEqual([])
})

const file = (name: string): string => resolve(import.meta.dirname, '../..', name)

/** A journey of a report. */
function journey(ok: boolean, error?: object) {
  return { ok, title: `a journey ${ok}`, file: 'home.spec.ts', line: 7, tests: [{ results: [{ error }] }] }
}

test('[RUN-3] the tests end with each failed test: its file, its name, and the first line of its error', () => {
  const unit = {
    testResults: [
      {
        name: file('test/domain/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          one('passed', 'a rule'),
          {
            ...one('failed', 'rules', 'another'),
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at x'],
          },
        ],
      },
      {
        name: file('test/domain/b.test.ts'),
        status: 'failed',
        message: 'no such module\n  at y',
        assertionResults: [],
      },
    ],
  }
  const browser = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [
      { specs: [journey(true)], suites: [{ specs: [journey(false, { message: 'timed out\nat z' })] }] },
    ],
  }
  expect(failedLines(folderWith({ 'unit.json': unit, 'browser.json': browser }), SUITES)).toEqual([
    'test/domain/a.test.ts: rules another: expected 1',
    'test/domain/b.test.ts: no such module',
    'home.spec.ts:7: a journey false: timed out',
  ])
  expect(failedLines(folderWith({}), SUITES)).toEqual([])
})

test('[RUN-3] a Chromium missing at the given path stops the tests with a sentence', () => {
  const program = `import { requireChromium } from './scripts/chromium.mjs'; requireChromium()`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr).toBe('CHROMIUM_PATH is /nowhere/chromium, but there is no such file.\n')
})
