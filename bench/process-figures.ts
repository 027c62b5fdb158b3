import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100

/** CPU seconds that a process has used; NaN where the system does not say. */
export function processorSeconds(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses before it may contain spaces.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) / TICKS_A_SECOND
  } catch {
    return Number.NaN
  }
}

/** The memory a process has in use, in KB; NaN where the system does not say. */
export function residentKb(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1])
  } catch {
    return Number.NaN
  }
}
