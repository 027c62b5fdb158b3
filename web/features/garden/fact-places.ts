import { allFacts, type Fact, type Operation } from '../../../domain/fact.ts'

/** The facts of an operation in rows and columns; null where the two make no fact. */
type FactPlaces = {
  readonly columns: readonly number[]
  readonly rows: readonly { readonly value: number; readonly facts: readonly (Fact | null)[] }[]
}

/** The row and column of a fact: its operands, and for division divisor and answer, which make a full square. */
function placeOf({ operation, operand1, operand2, answer }: Fact): { row: number; column: number } {
  return operation === 'division' ? { row: operand2, column: answer } : { row: operand1, column: operand2 }
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((a, b) => a - b)
}

/** All facts of an operation as a table. */
export function factPlaces(operation: Operation): FactPlaces {
  const placed = allFacts(operation).map((fact) => ({ fact, ...placeOf(fact) }))
  const columns = distinct(placed.map(({ column }) => column))
  const rows = distinct(placed.map(({ row }) => row)).map((value) => ({
    value,
    facts: columns.map(
      (column) => placed.find((one) => one.row === value && one.column === column)?.fact ?? null,
    ),
  }))
  return { columns, rows }
}
