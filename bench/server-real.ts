import { createWriteStream } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { NOWHERE } from '../server/location/port.ts'
import { Drain } from '../server/operations/drain.ts'
import { createLog } from '../server/operations/log.ts'
import { createMetrics } from '../server/operations/metrics.ts'
import { sqlBattleStore } from '../server/storage/sql/battle-store.ts'
import { sqlGuestStore } from '../server/storage/sql/guest-store.ts'
import { sqlLeaderboardStore } from '../server/storage/sql/leaderboard-store.ts'
import { sqlPracticeStore } from '../server/storage/sql/practice-store.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'

/** Our server as it runs, log, metrics and limits included; the log goes to nowhere instead of the screen. */
export async function serveReal(folder: string): Promise<void> {
  const log = createLog('info', createWriteStream('/dev/null'))
  const metrics = createMetrics({ ofProcess: true })
  const database = openSqlite({ dataDir: folder, onBatch: (jobs, seconds) => metrics.batch(jobs, seconds) })
  const app = await buildApp({
    site: readConfig({}).site,
    trustProxy: false,
    guests: sqlGuestStore(database),
    results: sqlPracticeStore(database),
    boards: sqlLeaderboardStore(database),
    battleBoards: sqlBattleStore(database),
    checkStorage: () => database.check(),
    locate: async () => NOWHERE,
    log,
    metrics,
    drain: new Drain(),
    now: Date.now,
    webDir: '',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port }))
}
