/** What may stand between the fields of a list. */
const SEPARATORS = ['\t', ';', ','] as const

export type Separator = (typeof SEPARATORS)[number]

/** Records that are looked at to find the separator. */
const SAMPLE = 20

/**
 * The records of a delimited text (RFC 4180): a quoted field may hold separators, line breaks and doubled quotes. A quote
 * inside an unquoted field is a character like any other. Records without content are left out. Null if a quote is never closed.
 */
export function readDelimited(text: string, separator: Separator): string[][] | null {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let at = 0

  const endField = (): void => {
    record.push(field)
    field = ''
  }
  const endRecord = (): void => {
    endField()
    if (record.some((value) => value.trim() !== '')) records.push(record)
    record = []
  }

  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === '"' && field === '') {
      const quoted = quotedAt(text, at)
      if (quoted === null) return null
      field = quoted.value
      at = quoted.end
      continue
    }
    if (sign === separator) endField()
    else if (sign === '\n' || sign === '\r') {
      endRecord()
      if (sign === '\r' && text.charAt(at + 1) === '\n') at += 1
    } else field += sign
    at += 1
  }
  endRecord()
  return records
}

/** The value of the quoted field at a quote, and where the text goes on; null if it is never closed. */
function quotedAt(text: string, start: number): { readonly value: string; readonly end: number } | null {
  let value = ''
  for (let from = start + 1; ;) {
    const close = text.indexOf('"', from)
    if (close < 0) return null
    value += text.slice(from, close)
    if (text.charAt(close + 1) !== '"') return { value, end: close + 1 }
    value += '"'
    from = close + 2
  }
}

/** How many of the first records have the most frequent number of fields, if that is more than one. */
function likeness(text: string, separator: Separator): number {
  const widths = (readDelimited(text, separator) ?? []).slice(0, SAMPLE).map(({ length }) => length)
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** The separator that cuts most records into the same number of fields; of several, a tab before a semicolon before a comma. */
export function guessSeparator(text: string): Separator {
  const ranked = SEPARATORS.map((separator) => ({ separator, like: likeness(text, separator) }))
  return ranked.reduce((best, each) => (each.like > best.like ? each : best)).separator
}
