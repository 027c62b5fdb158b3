/** The quantile `part` (0 to 1) of the values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A Markdown table; all columns but the first are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, place) => (place === 0 ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
