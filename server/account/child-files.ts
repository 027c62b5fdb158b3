import { CHILD_TABLES, type ChildTable } from '../../contract/child-tables.ts'
import { Download } from '../http/download.ts'
import type { ChildData, ChildOfData, StoredRow } from './port.ts'

const isTime = (column: string): boolean => column === 'at_ms' || column.endsWith('_at_ms')

/** A time of day as people and spreadsheets read it; every other value as it is stored. */
function shown(column: string, value: number | string | null): number | string | null {
  return isTime(column) && typeof value === 'number' ? new Date(value).toISOString() : value
}

/** `ended_at_ms` holds milliseconds where it is stored, and is given out as `ended_at`. */
function nameOf(column: string): string {
  return isTime(column) ? column.slice(0, -'_ms'.length) : column
}

/** A row as it is given out. */
export function shownRow(row: StoredRow): StoredRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [nameOf(column), shown(column, value)]),
  )
}

/** What a spreadsheet would take for a formula, or strip to get at one (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as RFC 4180 §2 has it. A text that would be taken for a formula begins with an apostrophe. */
export function csvCell(value: number | string | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const csvLine = (cells: readonly (number | string | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

async function* jsonOf(data: ChildData, child: ChildOfData): AsyncIterable<string> {
  for (const [place, table] of CHILD_TABLES.entries()) {
    yield `${place === 0 ? '{' : ','}\n${JSON.stringify(table)}: [`
    let before = '\n'
    for await (const rows of data.rowsOf(child, table)) {
      if (rows.length === 0) continue
      yield before + rows.map((row) => JSON.stringify(shownRow(row))).join(',\n')
      before = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

async function* csvOf(data: ChildData, child: ChildOfData, table: ChildTable): AsyncIterable<string> {
  const columns = data.columnsOf(table)
  yield csvLine(columns.map(nameOf))
  for await (const rows of data.rowsOf(child, table)) {
    yield rows.map((row) => csvLine(columns.map((column) => shown(column, row[column] ?? null)))).join('')
  }
}

/** A child's name does not stand in the name of a file: it would lie in lists of downloads. */
const FILE_NAME = 'tenfold-child'

/** Everything of a child as a JSON file: an object with a list of rows for each table. */
export function jsonFile(data: ChildData, child: ChildOfData): Download {
  return new Download(`${FILE_NAME}.json`, 'application/json; charset=utf-8', jsonOf(data, child))
}

/** One table of a child as a CSV file, with a line of column names. */
export function csvFile(data: ChildData, child: ChildOfData, table: ChildTable): Download {
  return new Download(`${FILE_NAME}-${table}.csv`, 'text/csv; charset=utf-8', csvOf(data, child, table))
}
