import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const countVitest = (report) => [
  report.numPassedTests,
  report.numFailedTests,
  report.numPendingTests + report.numTodoTests,
]
const countPlaywright = ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped]

/** The counts of a suite: passed, failed, skipped; dashes if it wrote no report. */
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

/** The counts of the suites as a table, from their reports in the folder. */
export function countsTable(folder, suites) {
  const rows = suites.map((suite) => line(suite, countsOf(folder, suite)))
  return [line('Tests', ['passed', 'failed', 'skipped']), ...rows].join('\n')
}

/** All skipped tests of a vitest report: the stated reason, or the name. */
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

/** What was skipped and why, one line each; empty if everything ran. */
export function skippedLines(folder, suites) {
  return [...new Set(suites.flatMap((suite) => skippedOf(folder, suite)))]
}
