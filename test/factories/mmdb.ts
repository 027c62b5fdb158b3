/** A value of the MaxMind DB format, version 2: maps, texts, whole numbers and lists. */
type MmdbValue = string | number | { readonly [key: string]: MmdbValue } | readonly MmdbValue[]

const TEXT = 2
const UINT32 = 6
const MAP = 7
const LIST = 11
const UINT16 = 5
const UINT64 = 9
/** Types from 8 up have an extra byte with their number minus seven. */
const FIRST_EXTENDED = 8
const METADATA_MARK = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
const RECORD_BYTES = 3
const SEPARATOR_BYTES = 16

function control(type: number, size: number): Buffer {
  // Sizes of 29 and more need a second byte; no more is needed here.
  const [low, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return type < FIRST_EXTENDED
    ? Buffer.from([(type << 5) | low, ...more])
    : Buffer.from([low, type - FIRST_EXTENDED + 1, ...more])
}

function wholeNumber(type: number, value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.concat([control(type, bytes.length), Buffer.from(bytes)])
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(TEXT, text.length), text])
  }
  if (typeof value === 'number') return wholeNumber(UINT32, value)
  if (Array.isArray(value)) return Buffer.concat([control(LIST, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([control(MAP, entries.length), ...entries.flatMap(([k, v]) => [encode(k), encode(v)])])
}

function metadata(nodeCount: number): Buffer {
  const entries: [string, Buffer][] = [
    ['binary_format_major_version', wholeNumber(UINT16, 2)],
    ['binary_format_minor_version', wholeNumber(UINT16, 0)],
    ['build_epoch', wholeNumber(UINT64, 1_700_000_000)],
    ['database_type', encode('Test-City')],
    ['description', encode({ en: 'one network' })],
    ['ip_version', wholeNumber(UINT16, 4)],
    ['languages', encode(['en'])],
    ['node_count', wholeNumber(UINT32, nodeCount)],
    ['record_size', wholeNumber(UINT16, RECORD_BYTES * 8)],
  ]
  return Buffer.concat([
    METADATA_MARK,
    control(MAP, entries.length),
    ...entries.flatMap(([key, value]) => [encode(key), value]),
  ])
}

/**
 * The bytes of a small location database (maxmind.github.io/MaxMind-DB): one IPv4 address with its record, and
 * nothing known of any other.
 */
export function mmdbOf(address: string, record: MmdbValue): Buffer {
  const bits = address
    .split('.')
    .flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map((bit) => bit === '1'))
  const nodeCount = bits.length
  const tree = Buffer.alloc(nodeCount * 2 * RECORD_BYTES)
  for (const [node, goesRight] of bits.entries()) {
    const next = node + 1 < nodeCount ? node + 1 : nodeCount + SEPARATOR_BYTES
    const sides = goesRight ? [nodeCount, next] : [next, nodeCount]
    for (const [side, target] of sides.entries()) {
      tree.writeUIntBE(target, (node * 2 + side) * RECORD_BYTES, RECORD_BYTES)
    }
  }
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), encode(record), metadata(nodeCount)])
}

/** A city as stored in city databases. */
export const SACRAMENTO: MmdbValue = {
  city: { names: { de: 'Sacramento (DE)', en: 'Sacramento' } },
  country: { iso_code: 'US', names: { en: 'United States' } },
  subdivisions: [{ iso_code: 'CA', names: { en: 'California' } }],
}
