import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The suites, the report each writes, and how to read what it counted. */
const SUITES = [
  [
    'vitest',
    'unit.json',
    (report) => [report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests],
  ],
  ['browser', 'browser.json', ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped]],
]

/** What a suite counted: passed, failed, skipped; dashes when it did not get as far as its report. */
function countsOf(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return ['-', '-', '-']
  }
}

function line(name, cells) {
  return [name.padEnd(12), ...cells.map((cell) => String(cell).padStart(7))].join(' ')
}

/** The counts of all suites as a table, from the reports they left in the folder. */
export function countsTable(folder) {
  const rows = SUITES.map(([name, file, read]) => line(name, countsOf(join(folder, file), read)))
  return [line('Tests', ['passed', 'failed', 'skipped']), ...rows].join('\n')
}

/** Every test of a report of vitest that was skipped: what says why, or its own name. */
function skippedTests({ testResults }) {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ ancestorTitles, fullName }) => {
        const at = ancestorTitles.findIndex((title) => title.includes('SKIPPED, because'))
        return at < 0
          ? `${fullName}: SKIPPED, and nobody says why`
          : ancestorTitles.slice(0, at + 1).join(' > ')
      }),
  )
}

/** What was not run and why, a line each, once; empty where everything was. */
export function skippedLines(folder) {
  try {
    return [...new Set(skippedTests(JSON.parse(readFileSync(join(folder, 'unit.json'), 'utf8'))))]
  } catch {
    return []
  }
}
