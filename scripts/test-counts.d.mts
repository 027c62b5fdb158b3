/** The counts of the suites as a table, from their reports in the folder. */
export function countsTable(folder: string, suites: readonly string[]): string
/** What was skipped and why, one line each; empty if everything ran. */
export function skippedLines(folder: string, suites: readonly string[]): string[]
/** The failed tests of all suites, one line each with the first line of the error; empty if none failed. */
export function failedLines(folder: string, suites: readonly string[]): string[]
