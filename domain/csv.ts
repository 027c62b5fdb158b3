/** Prefixes that a spreadsheet could interpret as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A CSV cell (RFC 4180 §2). A possible formula is prefixed with an apostrophe. */
export function csvCell(value: number | string | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A line of CSV. */
export const csvLine = (cells: readonly (number | string | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/** The first line of a CSV file, after the mark without which Excel takes UTF-8 for another encoding. */
export const csvHeader = (columns: readonly string[]): string => `\ufeff${csvLine(columns)}`
