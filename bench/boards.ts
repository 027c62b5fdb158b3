import { cpus } from 'node:os'
import type { Dialect } from '../server/storage/dialect.ts'
import { fill, findPostgres, type Filled, type Kept } from './boards-databases.ts'
import { measureReads, readsTable, type ReadSettings } from './boards-reads.ts'
import { measureWrites, writesTable, type WriteSettings } from './boards-writes.ts'

type Settings = {
  readonly engines: readonly Dialect[]
  readonly small: number
  readonly large: number
  readonly parts: readonly ('reads' | 'writes')[]
  readonly reads: ReadSettings
  readonly writes: WriteSettings
  readonly kept: Kept
}

const DEFAULTS: Settings = {
  engines: ['sqlite', 'postgres'],
  small: 10_000,
  large: 1_000_000,
  parts: ['reads', 'writes'],
  reads: { warmUps: 15_000, slices: 100, callsInSlice: 30 },
  writes: { rounds: 7, secondsOfSlice: 2 },
  kept: {},
}

async function compare(settings: Settings): Promise<void> {
  const server = settings.engines.includes('postgres') ? await findPostgres() : null
  const reads: (readonly string[])[] = []
  const writes: (readonly string[])[] = []
  for (const dialect of settings.engines) {
    if (dialect === 'postgres' && server === null) {
      console.log('PostgreSQL is left out: none can be reached (DATABASE_URL_TEST names one).\n')
      continue
    }
    const open: Filled[] = []
    try {
      for (const players of [settings.small, settings.large]) {
        open.push(await fill(dialect, players, server, settings.kept))
      }
      const [small, large] = open as [Filled, Filled]
      if (settings.parts.includes('reads')) reads.push(...(await measureReads(small, large, settings.reads)))
      if (settings.parts.includes('writes')) writes.push(...(await measureWrites(large, settings.writes)))
    } finally {
      for (const filled of open) await filled.remove()
    }
  }
  console.log(
    `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.\n`,
  )
  if (reads.length > 0) console.log(`${readsTable(settings.small, settings.large, reads)}\n`)
  if (writes.length > 0) console.log(`${writesTable(writes)}\n`)
}

const [argument = '{}'] = process.argv.slice(process.argv[2] === 'boards' ? 3 : 2)
await compare({ ...DEFAULTS, ...(JSON.parse(argument) as Partial<Settings>) })
