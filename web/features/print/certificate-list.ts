import type { Report } from '../../../contract/reports.ts'
import type { FactSetId } from '../../../domain/school/fact-sets.ts'
import { browserStore } from '../../lib/storage.ts'

/** Which certificates this device has printed, as ids of children and certificates. No names. */
const PRINTED_KEY = 'tenfold.printedCertificates'
const MAX_PRINTED = 5000

/** A child and a set of facts that it has known. */
export type Certificate = readonly [Report, FactSetId]

export const keyOf = ([{ studentId }, set]: Certificate): string => `${studentId} ${set}`

const isText = (value: unknown): value is string => typeof value === 'string'

function readPrinted(): readonly string[] {
  return browserStore.read(PRINTED_KEY, (json) => (Array.isArray(json) ? json.filter(isText) : null)) ?? []
}

/** Tells certificates that this device has not printed yet. */
export function notPrintedYet(): (certificate: Certificate) => boolean {
  const printed = new Set(readPrinted())
  return (certificate) => !printed.has(keyOf(certificate))
}

/** Remembers that these were printed. */
export function rememberPrinted(printed: readonly Certificate[]): void {
  const keys = printed.map(keyOf)
  browserStore.write(PRINTED_KEY, [...new Set([...readPrinted(), ...keys])].slice(-MAX_PRINTED))
}
