import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts the time of a process in hundredths of a second. */
const MS_A_TICK = 10

type Times = { readonly parent: number; readonly ms: number }

/** What a process and its ended children have used, and whose child it is; null where it has just ended. */
function timesOf(pid: number): Times | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it, in brackets, may hold spaces (proc(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: ticks * MS_A_TICK }
  } catch {
    return null
  }
}

/** Milliseconds of processor, of all threads of this process, that something takes. */
export async function processorMs(work: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

/** Milliseconds of processor that a process and all that it has started have used so far; null where the system does not say. */
export function processorMsOfTree(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const all = new Map<number, Times>()
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    if (times) all.set(Number(name), times)
  }
  const isOfTree = (one: number): boolean =>
    one === pid || (all.has(one) && isOfTree(all.get(one)?.parent ?? 0))
  return [...all].reduce((sum, [one, { ms }]) => (isOfTree(one) ? sum + ms : sum), 0)
}
