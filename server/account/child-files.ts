import { CHILD_TABLES, type ChildTable } from '../../contract/child-tables.ts'
import { csvHeader, csvLine } from '../../domain/csv.ts'
import { Download } from '../http/download.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { StoredRow, StudentOfData } from '../student/port.ts'

const isTime = (column: string): boolean => column === 'at_ms' || column.endsWith('_at_ms')

/** Formats times as ISO 8601, and 0, which stands for none, as null; other values stay unchanged. */
function formatValue(column: string, value: number | string | null): number | string | null {
  if (!isTime(column) || typeof value !== 'number') return value
  return value === 0 ? null : new Date(value).toISOString()
}

/** `ended_at_ms` becomes `ended_at`. */
function nameOf(column: string): string {
  return isTime(column) ? column.slice(0, -'_ms'.length) : column
}

/** Formats a row for export. */
export function formatRow(row: StoredRow): StoredRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [nameOf(column), formatValue(column, value)]),
  )
}

async function* jsonOf(data: StudentDataStore, child: StudentOfData): AsyncIterable<string> {
  for (const [place, table] of CHILD_TABLES.entries()) {
    yield `${place === 0 ? '{' : ','}\n${JSON.stringify(table)}: [`
    let before = '\n'
    for await (const rows of data.rowsOf(child, table)) {
      if (rows.length === 0) continue
      yield before + rows.map((row) => JSON.stringify(formatRow(row))).join(',\n')
      before = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

async function* csvOf(
  data: StudentDataStore,
  child: StudentOfData,
  table: ChildTable,
): AsyncIterable<string> {
  const columns = data.columnsOf(table)
  yield csvHeader(columns.map(nameOf))
  for await (const rows of data.rowsOf(child, table)) {
    yield rows
      .map((row) => csvLine(columns.map((column) => formatValue(column, row[column] ?? null))))
      .join('')
  }
}

/** File names do not contain the child's name, because they appear in lists of downloads. */
const FILE_NAME = 'tenfold-child'

/** All data of a child as a JSON file: an object with an array of rows per table. */
export function jsonFile(data: StudentDataStore, child: StudentOfData): Download {
  return new Download(`${FILE_NAME}.json`, 'application/json; charset=utf-8', jsonOf(data, child))
}

/** A table of a child as a CSV file with a header line. */
export function csvFile(data: StudentDataStore, child: StudentOfData, table: ChildTable): Download {
  return new Download(`${FILE_NAME}-${table}.csv`, 'text/csv; charset=utf-8', csvOf(data, child, table))
}
