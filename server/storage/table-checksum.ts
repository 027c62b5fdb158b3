import { createHash } from 'node:crypto'

/** A table's row count and the sum of its row hashes. Equal checksums mean equal rows, in any order. */
export type TableChecksum = { readonly rows: number; readonly sum: string }

/** Hexadecimal digits of an MD5 that make a row's hash: 60 bits fit a bigint. */
const DIGITS = 15

type Value = number | string | null

/** Length-prefixed, so that different rows never produce the same text. */
function textOf(value: Value): string {
  if (value === null) return '-'
  const text = String(value)
  return `${Buffer.byteLength(text)}:${text}`
}

export class ChecksumBuilder {
  #rows = 0
  #sum = 0n

  add(values: readonly Value[]): void {
    const digest = createHash('md5').update(values.map(textOf).join('')).digest('hex')
    this.#rows += 1
    this.#sum += BigInt(`0x${digest.slice(0, DIGITS)}`)
  }

  total(): TableChecksum {
    return { rows: this.#rows, sum: String(this.#sum) }
  }
}

/** A PostgreSQL query for the same checksum. Names must already be quoted. */
export function tableChecksumSql(table: string, columns: readonly string[]): string {
  const texts = columns.map(
    (name) =>
      `case when ${name} is null then '-' else octet_length(${name}::text) || ':' || ${name}::text end`,
  )
  const value = `('x' || substr(md5(concat(${texts.join(', ')})), 1, ${DIGITS}))::bit(${DIGITS * 4})::bigint`
  return `select count(*)::int as rows, coalesce(sum(${value}), 0)::text as sum from ${table}`
}
