import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const countVitest = (report) => [
  report.numPassedTests,
  report.numFailedTests,
  report.numPendingTests + report.numTodoTests,
]
const countPlaywright = ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped]

/** What a suite counted: passed, failed, skipped; dashes when it did not get as far as its report. */
function countsOf(folder, suite) {
  try {
    const report = JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8'))
    return 'stats' in report ? countPlaywright(report) : countVitest(report)
  } catch {
    return ['-', '-', '-']
  }
}

function line(name, cells) {
  return [name.padEnd(14), ...cells.map((cell) => String(cell).padStart(7))].join(' ')
}

/** The counts of the suites as a table, from the reports they left in the folder. */
export function countsTable(folder, suites) {
  const rows = suites.map((suite) => line(suite, countsOf(folder, suite)))
  return [line('Tests', ['passed', 'failed', 'skipped']), ...rows].join('\n')
}

/** Every test of a report of vitest that was skipped: what says why, or its own name. */
function skippedTests({ testResults = [] }) {
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

function skippedOf(folder, suite) {
  try {
    return skippedTests(JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8')))
  } catch {
    return []
  }
}

/** What was not run and why, a line each, once; empty where everything was. */
export function skippedLines(folder, suites) {
  return [...new Set(suites.flatMap((suite) => skippedOf(folder, suite)))]
}
