import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './freshness.mjs'

const countVitest = (report) => [
  report.numPassedTests,
  report.numFailedTests,
  report.numPendingTests + report.numTodoTests,
]
const countPlaywright = ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped]

/** The report of a suite; undefined if it wrote none. */
function reportOf(folder, suite) {
  try {
    return JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

/** The counts of a suite: passed, failed, skipped; dashes if it wrote no report. */
function countsOf(folder, suite) {
  const report = reportOf(folder, suite)
  if (!report) return ['-', '-', '-']
  return 'stats' in report ? countPlaywright(report) : countVitest(report)
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

/** What was skipped and why, one line each; empty if everything ran. */
export function skippedLines(folder, suites) {
  return [...new Set(suites.flatMap((suite) => skippedTests(reportOf(folder, suite) ?? {})))]
}

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n', 1)[0]

/** All failed tests of a vitest report, and files that could not be loaded. */
function failedInVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name ?? '')
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
    )
  })
}

/** All failed tests of a suite in a Playwright report, and of the suites in it. */
function failedInPlaywright({ suites = [], specs = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line: at, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return `${file}:${at}: ${title}: ${firstLine(error?.message)}`
    })
  return [...failed, ...suites.flatMap(failedInPlaywright)]
}

/** The failed tests of all suites, one line each with the first line of the error; empty if none failed. */
export function failedLines(folder, suites) {
  return suites.flatMap((suite) => {
    const report = reportOf(folder, suite) ?? {}
    return 'stats' in report ? failedInPlaywright(report) : failedInVitest(report)
  })
}
