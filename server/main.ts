import { RETENTION } from '../domain/retention.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { authSecret, AuthSecretError } from './account/auth-secret.ts'
import { newId, type AccountsOfApp } from './account/account.ts'
import { playerTokens } from './account/player-tokens.ts'
import { boundedHashing } from './account/hashing.ts'
import { logMail, smtpMail } from './account/smtp-mail.ts'
import type { Mail, SendMail } from './account/port.ts'
import { mailOffMarkOf } from './account/derived-text.ts'
import { MailQueue } from './account/mail-queue.ts'
import { secretRandomBelow } from './account/random-below.ts'
import { runRetentionPolicy } from './account/retention-policy.ts'
import { buildApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { loggingDeletions } from './ops/deletion-log.ts'
import { openDeletionLog } from './ops/open-installation.ts'
import { tokenHash } from './guest/token.ts'
import { firstThatKnows } from './location/service.ts'
import { LocationFileError, mmdbLocator } from './location/mmdb-locator.ts'
import type { Locate } from './location/port.ts'
import { urlLocator } from './location/url-locator.ts'
import { Drain, drainAndClose } from './ops/drain.ts'
import { createLog, standardOutput, type Log } from './ops/log.ts'
import { createMetrics, type Metrics } from './ops/metrics.ts'
import { retentionJob } from './ops/retention.ts'
import { weeklyMailLoop } from './school/weekly-mail-loop.ts'
import { offTokenOf } from './school/weekly-mail-service.ts'
import { weeklyReports } from './school/weekly-reports.ts'
import type { Database } from './storage/database.ts'
import { DatabaseUrlError } from './storage/postgres/failures.ts'
import { openPostgres } from './storage/postgres/postgres-database.ts'
import type { Shared } from './storage/redis/shared-store.ts'
import { RedisUrlError } from './storage/redis/redis-url-error.ts'
import { sqlAccountStores } from './storage/sql/accounts/account-stores.ts'
import type { CalendarStore } from './storage/sql/accounts/calendar-store.ts'
import { sqlBattleStore } from './storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from './storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from './storage/sql/boards/leaderboard-store.ts'
import { sqlPlayerStore } from './storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from './storage/sql/practice/practice-store.ts'
import { sqlRetentionStore } from './storage/sql/retention/retention-store.ts'
import { sqlStudentStore } from './storage/sql/students/student-store.ts'
import { weekCloser } from './storage/sql/students/week-closer.ts'
import { DatabaseFileError } from './storage/sqlite/database-file.ts'
import { openSqlite } from './storage/sqlite/sqlite-database.ts'

/** The built pages, relative to the built server. */
const WEB_DIR = fileURLToPath(new URL('../web', import.meta.url))

class ListenError extends Error {}

function locators({ geoDb, geoUrl }: Config): Locate {
  const chain: Locate[] = []
  if (geoDb !== null) chain.push(mmdbLocator(geoDb))
  if (geoUrl !== null) chain.push(urlLocator(geoUrl))
  return firstThatKnows(chain)
}

/** PostgreSQL if DATABASE_URL is set, else the embedded database. */
async function openDatabase(config: Config, log: Log, metrics: Metrics): Promise<Database> {
  const events = {
    onUnavailable: (error: unknown) =>
      log.error({ event: 'storage_away', err: error }, 'the database cannot be used'),
    onBack: () => log.info({ event: 'storage_back' }, 'the database works again'),
    onBatch: (jobs: number, seconds: number) => metrics.batch(jobs, seconds),
  }
  if (config.databaseUrl === null) return openSqlite({ dataDir: config.dataDir, ...events })
  return openPostgres({ url: config.databaseUrl, ...events })
}

/** The store shared by several processes if REDIS_URL is set, else null. Loaded only when needed. */
async function openShared({ redisUrl }: Config, log: Log): Promise<Shared | null> {
  if (redisUrl === null) return null
  const { redisSharedStore } = await import('./storage/redis/shared-store.ts')
  return redisSharedStore({
    url: redisUrl,
    onUnavailable: (error) => log.error({ event: 'shared_arena_away', err: error }, 'Redis cannot be used'),
    onBack: () => log.info({ event: 'shared_arena_back' }, 'Redis works again'),
  })
}

/** The mail server from the settings; without one, emails are printed in development and off in production. */
function mailsOf({ smtpUrl, isDevelopment, site }: Config): SendMail | null {
  if (smtpUrl !== null) return smtpMail(smtpUrl, { name: site.name, address: site.contactAddress })
  return isDevelopment ? logMail((text) => process.stdout.write(text)) : null
}

/** The retention policy; only one of several processes applies it at a time. */
function policyOf(config: Config, database: Database, accounts: AccountsOfApp, log: Log) {
  const siteName = config.site.name
  const publicUrl = accounts.publicUrl ?? ''
  const queue = accounts.sendMail && new MailQueue({ send: accounts.sendMail, siteName, publicUrl, log })
  const needs = {
    ...accounts,
    store: accounts.policy,
    dataKeysOf: playerTokens({ ...accounts, tokenHash }).dataKeysOf,
    deliver: queue && ((kind: string, mail: Mail) => queue.deliver(kind, mail)),
    siteName,
    publicUrl,
    randomBelow: secretRandomBelow,
    newId,
    now: Date.now,
    log,
  }
  return (signal: AbortSignal) => database.tryWithLock('policy', () => runRetentionPolicy(needs, signal))
}

const HEARTBEAT_EVERY_MS = 300_000

/** Notes every five minutes that the server runs, so that days with an outage cost no child its run. */
function heartbeats(calendars: Pick<CalendarStore, 'beat'>, log: Log): { readonly stop: () => void } {
  const beat = (): void => {
    calendars.beat(Date.now()).catch((error: unknown) => {
      log.error({ event: 'heartbeat_failed', err: error }, 'the heartbeat could not be stored')
    })
  }
  beat()
  const timer = setInterval(beat, HEARTBEAT_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

const WEEKS_EVERY_MS = 3_600_000

/** Evaluates the achievements of whole classes when their week is over: now, after an outage too, and then every hour. */
function closingWeeks(database: Database, log: Log) {
  const closeWeeks = weekCloser(database)
  const stopping = new AbortController()
  let current: Promise<unknown> = Promise.resolve()
  const run = (): void => {
    current = database
      .tryWithLock('weeks', () => closeWeeks(Date.now(), stopping.signal))
      .catch((error: unknown) =>
        log.error({ event: 'weeks_failed', err: error }, 'the weeks of classes could not be closed'),
      )
  }
  run()
  const timer = setInterval(run, WEEKS_EVERY_MS)
  timer.unref()
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer)
      stopping.abort()
      await current
    },
  }
}

/** Weekly emails, if this installation sends emails. */
function sendingWeeklyMails(config: Config, database: Database, accounts: AccountsOfApp, log: Log) {
  const { sendMail, publicUrl, secret } = accounts
  if (sendMail === null || publicUrl === null) return { stop: async (): Promise<void> => undefined }
  const siteName = config.site.name
  const queue = new MailQueue({ send: sendMail, siteName, publicUrl, log })
  const needs = {
    store: accounts.weeklyMails,
    reports: weeklyReports({ store: accounts.reports, assignments: accounts.assignments, now: Date.now }),
    accesses: accounts.accesses,
    deliver: (kind: string, mail: Mail) => queue.deliver(kind, mail),
    siteName,
    publicUrl,
    offTokenOf: (adultId: string) => offTokenOf((id) => mailOffMarkOf(secret, id), adultId),
    now: Date.now,
    log,
  }
  return weeklyMailLoop(needs, (work) => database.tryWithLock('weekly_mails', work))
}

function accountsOf(config: Config, database: Database): AccountsOfApp {
  const ownAddress = config.isDevelopment ? `http://localhost:${config.port}` : null
  const stores = sqlAccountStores(database)
  return {
    ...loggingDeletions(stores, openDeletionLog(config), Date.now),
    secret: authSecret(config.authSecret, config.dataDir),
    publicUrl: config.publicUrl ?? ownAddress,
    signUp: config.signUp,
    sendMail: mailsOf(config),
    classNetworks: config.classNetworks,
    hashing: boundedHashing(),
    wait,
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      code === 'EADDRINUSE' ? `port ${port} is in use by another program; set PORT to a free one` : message
    throw new ListenError(`The server cannot listen on ${host}: ${reason}.`)
  }
  const bound = app.server.address()
  return bound !== null && typeof bound === 'object' ? bound.port : port
}

/** Drains and exits on the first signal. */
function endOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const end = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ event: 'stopping', signal }, 'stopping')
    try {
      await stop()
    } catch (error) {
      log.error({ event: 'stop_failed', err: error }, 'an error while stopping')
    }
    process.exit(0)
  }
  process.on('SIGTERM', () => void end('SIGTERM'))
  process.on('SIGINT', () => void end('SIGINT'))
}

/** After an uncaught error, the state is unknown: logs it and exits. */
function endOnUncaught(log: Log, flushed: () => Promise<void>): void {
  const end = async (error: Error): Promise<void> => {
    log.fatal({ event: 'uncaught', err: error }, 'exiting after an uncaught error')
    await flushed()
    process.exit(1)
  }
  process.on('uncaughtException', (error) => void end(error))
}

/** Also on the terminal, because the log level may hide it. */
function warnOfTrust(log: Log): void {
  const sentence =
    'TRUST_PROXY=true lets every caller claim any address, which gets around each limit by address. Set it to the address of your proxy, or to the number of proxies.'
  log.warn({ event: 'every_proxy_trusted' }, sentence)
  process.stderr.write(`Warning: ${sentence}\n`)
}

/** Wires the adapters to the app and starts serving. Throws an error with a readable message if it cannot. */
async function serve(config: Config): Promise<void> {
  const destination = standardOutput()
  const log = createLog(config.logLevel, destination)
  endOnUncaught(log, () => destination.flushed())
  if (config.trustProxy === true) warnOfTrust(log)
  const metrics = createMetrics({ withProcessMetrics: true })
  const drain = new Drain()
  const locate = locators(config)
  const database = await openDatabase(config, log, metrics)
  await openDeletionLog(config).begin(Date.now(), RETENTION.backupDays)
  const accounts = accountsOf(config, database)
  const retention = retentionJob({
    store: sqlRetentionStore(database),
    retentionDays: config.guestRetentionDays,
    policy: policyOf(config, database, accounts, log),
    now: Date.now,
    log,
  })
  const battleStore = sqlBattleStore(database)
  const studentPractice = sqlStudentStore(database)
  const shared = await openShared(config, log)
  const app = await buildApp({
    site: config.site,
    offlinePlay: config.offlinePlay,
    trustProxy: config.trustProxy,
    guests: sqlGuestStore(database),
    players: sqlPlayerStore(database),
    results: sqlPracticeStore(database),
    boards: sqlLeaderboardStore(database),
    accounts,
    battleBoards: battleStore,
    studentPractice,
    battles: {
      store: battleStore,
      ...(shared ? { shared } : {}),
      length: {
        durationMs: config.battleSeconds * 1000,
        countdownSeconds: config.battleCountdownSeconds,
        problemCount: config.battleProblems,
      },
    },
    checkStorage: () => database.check(),
    locate,
    log,
    metrics,
    drain,
    now: Date.now,
    webDir: WEB_DIR,
    metricsToken: config.metricsToken,
    ...(shared ? { sharedLimits: shared, newLimiter: shared.newLimiter } : {}),
  })
  const port = await listen(app, config)
  log.info({ event: 'listening', port }, 'listening')
  retention.start()
  const heartbeat = heartbeats(accounts.calendars, log)
  const weeks = closingWeeks(database, log)
  const mails = sendingWeeklyMails(config, database, accounts, log)
  endOnSignal(log, () =>
    drainAndClose(app, drain, async () => {
      heartbeat.stop()
      await Promise.all([retention.stop(), weeks.stop(), mails.stop()])
      await database.close()
      log.info({ event: 'stopped' }, 'stopped')
      await destination.flushed()
    }),
  )
  process.stdout.write(`${config.site.name} is ready at http://localhost:${port}\n`)
}

try {
  await serve(readConfig(process.env))
} catch (error) {
  const foreseen =
    error instanceof ConfigError ||
    error instanceof DatabaseFileError ||
    error instanceof DatabaseUrlError ||
    error instanceof LocationFileError ||
    error instanceof AuthSecretError ||
    error instanceof RedisUrlError ||
    error instanceof ListenError
  process.stderr.write(foreseen ? `${error.message}\n` : `The server could not start: ${String(error)}\n`)
  process.exit(1)
}
