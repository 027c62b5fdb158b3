import type { Naming } from '../../contract/namings.ts'
import { findFact } from '../../domain/fact.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { PracticeSums } from '../student/port.ts'
import { zipOf, type ZippedFile } from '../http/zip.ts'
import { csvLine } from './child-files.ts'
import { classReadme } from './class-files.en.ts'
import type { ChildData, ChildDataKeys, ChildRecord, StoredRow } from './port.ts'

type Cell = number | string | null
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const DAY_ZERO = '1970-01-01'

const timeOf = (atMs: Cell | undefined): string | null =>
  typeof atMs === 'number' ? new Date(atMs).toISOString() : null
/** The sum without the part that is set aside. */
const counted = (row: StoredRow, column: string): number =>
  Number(row[column]) - Number(row[`aside_${column}`])
const factOf = ({ fact }: StoredRow) => findFact(String(fact))

/** The files that hold rows of a child's tables, with their columns. */
const TABLES = {
  days: {
    table: 'practice_days',
    columns: {
      day: (row) => row['practice_day'] ?? null,
      seconds: (row) => row['seconds'] ?? null,
      sessions: (row) => row['sessions'] ?? null,
      points: (row) => row['points'] ?? null,
      answers: (row) => row['attempts'] ?? null,
    },
  },
  weeks: {
    table: 'practice_weeks',
    columns: {
      week: (row) => row['week'] ?? null,
      days: (row) => row['days'] ?? null,
      seconds: (row) => row['seconds'] ?? null,
      points: (row) => row['points'] ?? null,
      answers: (row) => row['attempts'] ?? null,
      facts_known: (row) => row['known'] ?? null,
      facts_fluent: (row) => row['fluent'] ?? null,
    },
  },
  sessions: {
    table: 'sessions',
    columns: {
      started_at: (row) => timeOf(row['started_at_ms']),
      completed_at: (row) => timeOf(row['completed_at_ms']),
      practiced: (row) => row['session_type'] ?? null,
      problems: (row) => row['total_problems'] ?? null,
      answered: (row) => counted(row, 'answered'),
      right: (row) => counted(row, 'correct'),
      points: (row) => counted(row, 'score'),
      seconds: (row) => row['seconds'] ?? null,
    },
  },
  facts: {
    table: 'facts',
    columns: {
      fact: (row) => row['fact'] ?? null,
      operation: (row) => factOf(row)?.operation ?? null,
      first_number: (row) => factOf(row)?.operand1 ?? null,
      second_number: (row) => factOf(row)?.operand2 ?? null,
      answer: (row) => factOf(row)?.answer ?? null,
      state: (row) => row['state'] ?? null,
      asked: (row) => row['seen'] ?? null,
      right: (row) => row['right_count'] ?? null,
      last_asked_on: (row) => (row['asked_day'] ? daysBefore(DAY_ZERO, -Number(row['asked_day'])) : null),
    },
  },
} as const satisfies Readonly<
  Record<string, { table: Parameters<ChildData['rowsOf']>[1]; columns: Columns<StoredRow> }>
>

type SummedChild = ChildRecord & { readonly sums: PracticeSums | undefined }

const CHILD_COLUMNS = {
  nickname: ({ nickname }) => nickname,
  added_at: ({ createdAtMs }) => timeOf(createdAtMs),
  practice_days: ({ sums }) => sums?.practiceDays ?? 0,
  last_practice_day: ({ sums }) => sums?.lastPracticeDay ?? null,
  facts_known: ({ sums }) => sums?.factsKnown ?? 0,
} as const satisfies Columns<SummedChild>

/** Children are added in batches, in the order of a list, so that times would tell who is who as nicknames do. */
const ONLY_WITH_NAMES: readonly string[] = ['nickname', 'added_at'] satisfies (keyof typeof CHILD_COLUMNS)[]

/** The columns of each file, without the first one, which says whose row it is. */
export type ClassColumns = { children: keyof typeof CHILD_COLUMNS } & {
  [File in keyof typeof TABLES]: keyof (typeof TABLES)[File]['columns']
}

export type ClassFile = keyof ClassColumns

type ClassFilesNeeds = {
  readonly childData: Pick<ChildData, 'rowsOf' | 'sumsOf'>
  readonly dataKeysOf: (studentId: string) => Promise<ChildDataKeys>
}

type ClassToExport = {
  /** '' for a family. */
  readonly name: string
  readonly children: readonly ChildRecord[]
  readonly naming: Naming
  readonly atMs: number
}

/** A child with what stands in the first column of its rows. */
type Shown = { readonly child: ChildRecord; readonly shown: string | number }

function shownChildren(children: readonly ChildRecord[], naming: Naming): Shown[] {
  if (naming === 'names') return children.map((child) => ({ child, shown: child.name }))
  // Ids are random, so that numbers do not follow the order of names.
  return children
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((child, place) => ({ child, shown: place + 1 }))
}

async function* childrenCsv(
  { childData }: ClassFilesNeeds,
  listed: readonly Shown[],
  naming: Naming,
): AsyncIterable<string> {
  const columns = Object.entries(CHILD_COLUMNS).filter(
    ([column]) => naming === 'names' || !ONLY_WITH_NAMES.includes(column),
  )
  yield csvLine(['child', ...columns.map(([column]) => column)])
  const sums = new Map(
    (await childData.sumsOf(listed.map(({ child }) => child.id))).map((each) => [each.studentId, each]),
  )
  for (const { child, shown } of listed) {
    const row = { ...child, sums: sums.get(child.id) }
    yield csvLine([shown, ...columns.map(([, of]) => of(row))])
  }
}

async function* tableCsv(
  { childData, dataKeysOf }: ClassFilesNeeds,
  listed: readonly Shown[],
  file: keyof typeof TABLES,
): AsyncIterable<string> {
  const { table, columns } = TABLES[file]
  const cells: readonly ((row: StoredRow) => Cell)[] = Object.values(columns)
  yield csvLine(['child', ...Object.keys(columns)])
  for (const { child, shown } of listed) {
    for await (const rows of childData.rowsOf(await dataKeysOf(child.id), table)) {
      if (rows.length > 0) yield rows.map((row) => csvLine([shown, ...cells.map((of) => of(row))])).join('')
    }
  }
}

/** A class or family as a ZIP archive: a README and a CSV file per kind of row. Answers are not in it. */
export function classZip(
  needs: ClassFilesNeeds,
  { name, children, naming, atMs }: ClassToExport,
): AsyncIterable<Uint8Array> {
  const listed = shownChildren(children, naming)
  const isNumbered = naming === 'numbers'
  // A class is often named after its teacher.
  const className = isNumbered || name === '' ? null : name
  const readme = classReadme({ className, children: children.length, atMs }, isNumbered)
  const tables = Object.keys(TABLES) as (keyof typeof TABLES)[]
  const files: ZippedFile[] = [
    { name: 'README.txt', text: [readme] },
    { name: 'children.csv', text: childrenCsv(needs, listed, naming) },
    ...tables.map((file) => ({ name: `${file}.csv`, text: tableCsv(needs, listed, file) })),
  ]
  return zipOf(files, atMs)
}
