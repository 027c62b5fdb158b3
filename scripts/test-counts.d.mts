/** The counts of all suites as a table, from the reports they left in the folder. */
export function countsTable(folder: string): string
