/** The counts of the suites as a table, from their reports in the folder. */
export function countsTable(folder: string, suites: readonly string[]): string
/** What was skipped and why, one line each; empty if everything ran. */
export function skippedLines(folder: string, suites: readonly string[]): string[]
