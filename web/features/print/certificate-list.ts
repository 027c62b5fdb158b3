import type { Report } from '../../../contract/reports.ts'
import type { FactSetId } from '../../../domain/school/fact-sets.ts'
import { browserStore } from '../../lib/storage.ts'

/** What a certificate is for: a set of facts, or something else. */
export type Certificate =
  | { readonly id: FactSetId; readonly set: FactSetId }
  | { readonly id: Report['certificates']['others'][number]; readonly set: null }

/** Which certificates this device has printed, as ids of children and certificates. No names. */
const PRINTED_KEY = 'tenfold.printedCertificates'
const MAX_PRINTED = 5000

const keyOf = ({ studentId }: Report, { id }: Certificate): string => `${studentId} ${id}`

const isText = (value: unknown): value is string => typeof value === 'string'

function readPrinted(): readonly string[] {
  return browserStore.read(PRINTED_KEY, (json) => (Array.isArray(json) ? json.filter(isText) : null)) ?? []
}

/** All certificates of a child. */
export function certificatesOf({ certificates: { sets, others } }: Report): readonly Certificate[] {
  return [...sets.map((set) => ({ id: set, set })), ...others.map((id) => ({ id, set: null }))]
}

/** Tells certificates that this device has not printed yet. */
export function notPrintedYet(): (report: Report, certificate: Certificate) => boolean {
  const printed = new Set(readPrinted())
  return (report, certificate) => !printed.has(keyOf(report, certificate))
}

/** Remembers that these were printed. */
export function rememberPrinted(printed: readonly (readonly [Report, Certificate])[]): void {
  const keys = printed.map(([report, certificate]) => keyOf(report, certificate))
  browserStore.write(PRINTED_KEY, [...new Set([...readPrinted(), ...keys])].slice(-MAX_PRINTED))
}
