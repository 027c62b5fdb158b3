import type { Naming } from '../../contract/namings.ts'
import { findFact } from '../../domain/fact.ts'
import { numberOf } from '../../domain/learning/memory.ts'
import type { Assigned } from '../../domain/school/assignment.ts'
import { FACT_SET_IDS, factsOfSet, type FactSetId } from '../../domain/school/fact-sets.ts'
import { SET_NAMES } from '../../domain/school/set-names.en.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { PracticeSums, StoredRow, StudentOfData } from '../student/port.ts'
import { zipOf, type ZippedFile } from '../http/zip.ts'
import { csvHeader, csvLine } from '../../domain/csv.ts'
import { classReadme } from './class-files.en.ts'
import type { ChildRecord } from './port.ts'

type Cell = number | string | null
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const DAY_ZERO = '1970-01-01'

const timeOf = (atMs: Cell | undefined): string | null =>
  typeof atMs === 'number' ? new Date(atMs).toISOString() : null
/** The sum without the part that is set aside. */
const counted = (row: StoredRow, column: string): number =>
  Number(row[column]) - Number(row[`aside_${column}`])
const factOf = ({ fact }: StoredRow) => findFact(String(fact))

/** What was assigned as words: its kind and what it names, such as `sets add_doubles mul_2`. */
function assignedText({ assigned }: StoredRow): string | null {
  if (typeof assigned !== 'string') return null
  const { kind, ...named } = JSON.parse(assigned) as Assigned
  return [kind, ...Object.values(named).flat()].join(' ')
}

const yesOrNo = (flag: Cell | undefined): string => (flag === 1 ? 'yes' : 'no')

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
  assignments: {
    table: 'assignments',
    columns: {
      assigned: assignedText,
      round: (row) => row['round_day'] ?? null,
      amount: (row) => row['amount'] || null,
      unit: (row) => row['amount_kind'] ?? null,
      done_at: (row) => timeOf(row['done_at_ms'] ?? null),
      excused: (row) => yesOrNo(row['excused']),
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
  Record<string, { table: Parameters<StudentDataStore['rowsOf']>[1]; columns: Columns<StoredRow> }>
>

/** How far a child is in a fact set. */
type SetProgress = {
  readonly set: FactSetId
  readonly facts: number
  readonly tried: number
  readonly known: number
  readonly fluent: number
}

const SET_COLUMNS = {
  set: ({ set }) => set,
  name: ({ set }) => SET_NAMES[set],
  facts: ({ facts }) => facts,
  tried: ({ tried }) => tried,
  known: ({ known }) => known,
  fluent: ({ fluent }) => fluent,
} as const satisfies Columns<SetProgress>

type SummedChild = ChildRecord & { readonly sums: PracticeSums | undefined }

const CHILD_COLUMNS = {
  nickname: ({ nickname }) => nickname,
  added_at: ({ createdAtMs }) => timeOf(createdAtMs),
  practice_days: ({ sums }) => sums?.practiceDays ?? 0,
  last_practice_day: ({ sums }) => sums?.lastPracticeDay ?? null,
  facts_known: ({ sums }) => sums?.factsKnown ?? 0,
} as const satisfies Columns<SummedChild>

/** Children are added in batches, in the order of a list, so that creation times would identify children as nicknames do. */
const ONLY_WITH_NAMES: readonly string[] = ['nickname', 'added_at'] satisfies (keyof typeof CHILD_COLUMNS)[]

/** The columns of each file after the first one, which identifies the child. */
export type ClassColumns = { children: keyof typeof CHILD_COLUMNS; sets: keyof typeof SET_COLUMNS } & {
  [File in keyof typeof TABLES]: keyof (typeof TABLES)[File]['columns']
}

export type ClassFile = keyof ClassColumns

type ClassFilesNeeds = {
  readonly childData: Pick<StudentDataStore, 'rowsOf' | 'sumsOf'>
  readonly dataKeysOf: (studentId: string) => Promise<StudentOfData>
}

type ClassToExport = {
  /** '' for a family. */
  readonly name: string
  readonly children: readonly ChildRecord[]
  readonly naming: Naming
  readonly atMs: number
}

/** A child, and the value in the first column of its rows. */
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
  yield csvHeader(['child', ...columns.map(([column]) => column)])
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
  yield csvHeader(['child', ...Object.keys(columns)])
  for (const { child, shown } of listed) {
    for await (const rows of childData.rowsOf(await dataKeysOf(child.id), table)) {
      if (rows.length > 0) yield rows.map((row) => csvLine([shown, ...cells.map((of) => of(row))])).join('')
    }
  }
}

/** The sets of which a child has tried a fact; `states` are those of its facts, by fact number. */
function triedSets(states: ReadonlyMap<number, string>): SetProgress[] {
  return FACT_SET_IDS.map((set) => {
    const numbers = factsOfSet(set)
    const own = numbers.flatMap((number) => states.get(number) ?? [])
    const count = (state: string): number => own.filter((each) => each === state).length
    return { set, facts: numbers.length, tried: own.length, known: count('known'), fluent: count('fluent') }
  }).filter(({ tried }) => tried > 0)
}

async function* setsCsv(
  { childData, dataKeysOf }: ClassFilesNeeds,
  listed: readonly Shown[],
): AsyncIterable<string> {
  const cells: readonly ((row: SetProgress) => Cell)[] = Object.values(SET_COLUMNS)
  yield csvHeader(['child', ...Object.keys(SET_COLUMNS)])
  for (const { child, shown } of listed) {
    const states = new Map<number, string>()
    for await (const rows of childData.rowsOf(await dataKeysOf(child.id), TABLES.facts.table)) {
      for (const row of rows) states.set(numberOf(String(row['fact'])), String(row['state']))
    }
    yield triedSets(states)
      .map((row) => csvLine([shown, ...cells.map((of) => of(row))]))
      .join('')
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
    { name: 'sets.csv', text: setsCsv(needs, listed) },
    ...tables.map((file) => ({ name: `${file}.csv`, text: tableCsv(needs, listed, file) })),
  ]
  return zipOf(files, atMs)
}
