import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AccountsOfApp } from '../../server/account/account.ts'
import { buildApp, type AppDependencies } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { UNKNOWN_PLACE } from '../../server/location/port.ts'
import { Drain } from '../../server/ops/drain.ts'
import { createLog } from '../../server/ops/log.ts'
import { createMetrics } from '../../server/ops/metrics.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPlayerStore } from '../../server/storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlStudentStore } from '../../server/storage/sql/students/student-store.ts'
import type { SignedInStudents } from '../../server/student/port.ts'
import { quickHashing } from './quick-hashing.ts'
import { openMigrated } from './sqlite-file.ts'
import { tempFolder } from './temp-folder.ts'

export const TEST_SECRET = 'a secret of the tests, which nobody guesses'

/** Noon in California on a day without a clock change. */
export const NOON_MS = Date.parse('2026-03-18T19:00:00Z')

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or null when it is not JSON. */
  readonly json: unknown
}

export type RunningApp = {
  readonly url: string
  readonly dataDir: string
  readonly database: Database
  readonly drain: Drain
  /** The server's clock; a test moves it. */
  readonly clock: {
    nowMs: number
    /** The clock that only goes forward, which measures how old a board is. */
    elapsedMs: number
  }
  /** Every line that was logged. */
  readonly lines: string[]
  get(path: string, init?: RequestInit): Promise<Answer>
  /** Sends JSON, or the text as it is when it is a string. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  close(): Promise<void>
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
  }
}

export type StartOptions = Partial<Omit<AppDependencies, 'accounts' | 'students'>> & {
  readonly dataDir?: string
  readonly accounts?: Partial<AccountsOfApp>
  /** The signed-in student, overriding the accounts. */
  readonly students?: (database: Database) => SignedInStudents
  /** The database the app is to run on, which it closes; otherwise one of its own in `dataDir`. */
  readonly database?: Database
}

/** Accounts over a database, without mails. */
export function accountsOver(database: Database, changes: Partial<AccountsOfApp> = {}): AccountsOfApp {
  return {
    ...sqlAccountStores(database),
    secret: TEST_SECRET,
    publicUrl: null,
    sendMail: null,
    classNetworks: [],
    hashing: quickHashing(),
    wait: async () => undefined,
    ...changes,
  }
}

/** A whole server over a database of its own, listening on a free port, closed when the test has ended. */
export async function startApp(options: StartOptions = {}): Promise<RunningApp> {
  const { dataDir = tempFolder(), accounts, students, ...changes } = options
  const clock = { nowMs: NOON_MS, elapsedMs: 0 }
  const lines: string[] = []
  const drain = options.drain ?? new Drain()
  const database = options.database ?? (await openMigrated(dataDir))
  const app = await buildApp({
    site: readConfig({}).site,
    trustProxy: false,
    guests: sqlGuestStore(database),
    players: sqlPlayerStore(database),
    results: sqlPracticeStore(database),
    boards: sqlLeaderboardStore(database),
    accounts: accountsOver(database, accounts),
    battleBoards: sqlBattleStore(database),
    studentPractice: sqlStudentStore(database),
    ...(students && { students: students(database) }),
    checkStorage: () => database.check(),
    locate: async () => UNKNOWN_PLACE,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    metrics: createMetrics({ withProcessMetrics: false }),
    drain,
    now: () => clock.nowMs,
    elapsedMs: () => clock.elapsedMs,
    webDir: '/does/not/exist',
    ...changes,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let closed = false
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    app.server.closeAllConnections()
    await app.close()
    await database.close()
  }
  onTestFinished(close)
  return {
    url,
    dataDir,
    database,
    drain,
    clock,
    lines,
    get: async (path, init) => answerOf(await fetch(url + path, init)),
    post: async (path, body, headers = {}) =>
      answerOf(
        await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    close,
  }
}
