/** The counts of all suites as a table, from the reports they left in the folder. */
export function countsTable(folder: string): string
/** What was not run and why, a line each, once; empty where everything was. */
export function skippedLines(folder: string): string[]
