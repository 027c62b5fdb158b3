import { randomBytes } from 'node:crypto'
import type { ProcessId } from './shared-port.ts'

/** A new id of a process: without spaces, and never one that was there before. */
export function newProcessId(): ProcessId {
  return `p${randomBytes(6).toString('hex')}`
}
