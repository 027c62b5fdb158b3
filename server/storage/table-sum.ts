import { createHash } from 'node:crypto'

/** What a table comes to: how many rows it has, and the sum of their check values. Equal sums mean equal rows, in any order. */
export type TableSum = { readonly rows: number; readonly sum: string }

/** Of an MD5, so many hexadecimal digits are a row's check value: 60 bits, which PostgreSQL can add up. */
const DIGITS = 15

type Value = number | string | null

/** A value with its length in front, so that no two rows have one text. */
function textOf(value: Value): string {
  if (value === null) return '-'
  const text = String(value)
  return `${Buffer.byteLength(text)}:${text}`
}

/** Adds up the rows of a table as they are read. */
export class RunningSum {
  #rows = 0
  #sum = 0n

  add(values: readonly Value[]): void {
    const digest = createHash('md5').update(values.map(textOf).join('')).digest('hex')
    this.#rows += 1
    this.#sum += BigInt(`0x${digest.slice(0, DIGITS)}`)
  }

  total(): TableSum {
    return { rows: this.#rows, sum: String(this.#sum) }
  }
}

/** The same in PostgreSQL's words; names are quoted already. */
export function tableSumSql(table: string, columns: readonly string[]): string {
  const texts = columns.map(
    (name) =>
      `case when ${name} is null then '-' else octet_length(${name}::text) || ':' || ${name}::text end`,
  )
  const value = `('x' || substr(md5(concat(${texts.join(', ')})), 1, ${DIGITS}))::bit(${DIGITS * 4})::bigint`
  return `select count(*)::int as rows, coalesce(sum(${value}), 0)::text as sum from ${table}`
}
