/** The counts of the suites as a table, from the reports they left in the folder. */
export function countsTable(folder: string, suites: readonly string[]): string
/** What was not run and why, a line each, once; empty where everything was. */
export function skippedLines(folder: string, suites: readonly string[]): string[]
