import { setTimeout as wait } from 'node:timers/promises'
import { createWriteStream } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { boundedHashing } from '../server/account/hashing.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { UNKNOWN_PLACE } from '../server/location/port.ts'
import { Drain } from '../server/ops/drain.ts'
import { createLog } from '../server/ops/log.ts'
import { createMetrics } from '../server/ops/metrics.ts'
import { sqlAccountStores } from '../server/storage/sql/accounts/account-stores.ts'
import { sqlBattleStore } from '../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPlayerStore } from '../server/storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from '../server/storage/sql/practice/practice-store.ts'
import { sqlStudentStore } from '../server/storage/sql/students/student-store.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'

/** Our server as in production, including logs, metrics and limits; only the log output is discarded. */
async function realApp(dataDir: string): Promise<FastifyInstance> {
  const metrics = createMetrics({ withProcessMetrics: true })
  const database = openSqlite({ dataDir, onBatch: (jobs, seconds) => metrics.batch(jobs, seconds) })
  return buildApp({
    site: readConfig({}).site,
    trustProxy: false,
    guests: sqlGuestStore(database),
    players: sqlPlayerStore(database),
    results: sqlPracticeStore(database),
    boards: sqlLeaderboardStore(database),
    accounts: {
      ...sqlAccountStores(database),
      secret: 'nobody signs in where load is measured',
      publicUrl: null,
      sendMail: null,
      classNetworks: [],
      hashing: boundedHashing(),
      wait,
    },
    battleBoards: sqlBattleStore(database),
    studentPractice: sqlStudentStore(database),
    checkStorage: () => database.check(),
    locate: async () => UNKNOWN_PLACE,
    log: createLog('info', createWriteStream('/dev/null')),
    metrics,
    drain: new Drain(),
    now: Date.now,
    webDir: '',
  })
}

/** Serves it on a free port, which it prints. */
export async function serveReal(folder: string): Promise<void> {
  const app = await realApp(folder)
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port }))
}
