import { afterAll, beforeAll } from 'vitest'
import { bundle, removeBundle, startBundle } from './bundled-server.ts'
import { runProgram, type Ended } from './operator-program.ts'
import type { ServerProcess, Settings } from './server-process.ts'

const ENTRIES = [
  'server/main.ts',
  'server/ops/backup.ts',
  'server/ops/restore.ts',
  'server/ops/verify-boards.ts',
] as const

type Entry = (typeof ENTRIES)[number]

export type BackupPrograms = {
  /** Starts a server, which is ended when the test has ended. */
  start(settings: Settings): Promise<ServerProcess>
  /** Runs a program to its end, with these settings only. */
  run(entry: Entry, settings: Settings, args: readonly string[]): Promise<Ended>
}

/** A server and the programs that back it up, bundled for the tests of one file. */
export function backupPrograms(): BackupPrograms {
  const bundles = new Map<Entry, string>()
  beforeAll(async () => {
    for (const entry of ENTRIES) bundles.set(entry, await bundle(entry))
  })
  afterAll(() => {
    for (const outfile of bundles.values()) removeBundle(outfile)
  })
  const outfileOf = (entry: Entry): string => bundles.get(entry) ?? ''
  return {
    start: (settings) => startBundle(outfileOf('server/main.ts'), settings),
    run: (entry, settings, args) => runProgram(outfileOf(entry), settings, args),
  }
}
