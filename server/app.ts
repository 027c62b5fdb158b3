import { createHmac, randomUUID } from 'node:crypto'
import { METHODS, type IncomingMessage } from 'node:http'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Site } from '../contract/site.ts'
import { weeklyRoutes } from '../contract/weekly-report.ts'
import type { Place } from '../domain/location.ts'
import { accounts, type AccountsOfApp } from './account/account.ts'
import { mayHoldSession, SESSION_COOKIE } from './account/auth.ts'
import { mailOffMarkOf } from './account/derived-text.ts'
import { secretRandomBelow } from './account/random-below.ts'
import type { NewLimiter } from './account/sign-in-limits.ts'
import { bindAccountRoutes } from './account/routes.ts'
import type { Arena } from './battle/referee/arena.ts'
import { bindBattles, type BattlesOfApp } from './battle/bind.ts'
import { battleBoardService } from './battle/boards/board-service.ts'
import { storedPlayers } from './battle/socket/stored-player.ts'
import { bindBattleRoutes } from './battle/boards/routes.ts'
import type { ProxyTrust } from './config.ts'
import { deletedPlayers, type DeletedPlayers } from './guest/deleted-players.ts'
import { newGuestLimit, type NewGuestLimit } from './guest/new-guest-limit.ts'
import { isFriendlyNickname } from './guest/friendly-names.ts'
import { profileReader } from './guest/profile-reader.ts'
import { bindGuestRoutes } from './guest/routes.ts'
import { guestService } from './guest/service.ts'
import { newPublicId, tokenHash } from './guest/token.ts'
import { bindLeaderboardRoutes } from './leaderboard/routes.ts'
import { BOARD_MAX_AGE_MS, leaderboardService, type LeaderboardService } from './leaderboard/service.ts'
import type { Locate } from './location/port.ts'
import { listedName, readRegion } from './location/regions.ts'
import { bindLocationRoutes } from './location/routes.ts'
import { roughPlaceOf, storedPlaceOf } from './location/service.ts'
import { bindDescription } from './http/api-description.ts'
import { binder, type Bind } from './http/bind.ts'
import { answerMalformedHttp } from './http/malformed-http.ts'
import {
  trustedProxies,
  createCallers,
  hasSeveralHostHeaders,
  type IsTrustedProxy,
  type Callers,
} from './http/callers.ts'
import { closeConnectionsWhenDraining, type Drain } from './ops/drain.ts'
import { errorHandler, Refusal } from './http/errors.ts'
import { frameworkLog } from './ops/framework-log.ts'
import { bindHealth } from './ops/health.ts'
import type { Log } from './ops/log.ts'
import type { Metrics } from './ops/metrics.ts'
import { csrfRefusal } from './http/csrf.ts'
import { bindPages } from './http/pages.ts'
import { DEFAULT_ADDRESS_CALLS_PER_MINUTE, rateLimits, type SharedLimits } from './http/rate-limit.ts'
import { observeRequests } from './http/request-log.ts'
import { addApiHeaders } from './http/security-headers.ts'
import { refuseUnrouted, unroutableHandler } from './http/unrouted.ts'
import { bindPracticeRoutes } from './practice/routes.ts'
import { practiceService } from './practice/service.ts'
import { bindSchool } from './school/bind-school.ts'
import type { BattleStore } from './storage/sql/battles/battle-store.ts'
import type { LeaderboardStore } from './storage/sql/boards/leaderboard-store.ts'
import type { GuestStore } from './storage/sql/practice/guest-store.ts'
import type { PlayerStore } from './storage/sql/practice/player-store.ts'
import type { PracticeStore } from './storage/sql/practice/practice-store.ts'
import type { StudentStore } from './storage/sql/students/student-store.ts'
import type { SignedInStudents } from './student/port.ts'
import { bindStudentRoutes } from './student/routes.ts'
import { studentService } from './student/service.ts'

/** Everything the app needs. Nothing is global, so tests can build several apps. */
export type AppDependencies = {
  readonly site: Site
  /** Whether pages can be opened and played without a network after one visit. Default: no. */
  readonly offlinePlay?: boolean
  readonly trustProxy: ProxyTrust
  readonly guests: GuestStore
  readonly players: PlayerStore
  readonly results: PracticeStore
  readonly boards: LeaderboardStore
  readonly battleBoards: Omit<BattleStore, 'save'>
  readonly accounts: AccountsOfApp
  readonly studentPractice: StudentStore
  /** Replaces the accounts' signed-in students in tests and benchmarks of practice. */
  readonly students?: SignedInStudents
  /** Without it, the app has no battle socket. */
  readonly battles?: BattlesOfApp
  readonly checkStorage: () => Promise<void>
  readonly locate: Locate
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  readonly now: () => number
  /** Monotonic time in milliseconds; tests replace it. */
  readonly elapsedMs?: () => number
  /** The folder of the built pages; may not exist in development. */
  readonly webDir: string
  readonly addressCallsPerMinute?: number
  /** Rate limits shared by several processes. */
  readonly sharedLimits?: SharedLimits
  /** Makes limits of signing in that several processes share. */
  readonly newLimiter?: NewLimiter
  readonly requestWithinMs?: number
  /** The bearer token of `/metrics`; null if it is public. */
  readonly metricsToken?: string | null
}

/** The largest request body of our pages is under 1 KB. */
const MAX_BODY_BYTES = 16 * 1024
/** A complete request must arrive within this time, so that slow senders do not occupy resources. */
const REQUEST_WITHIN_MS = 15_000
/** Headers must arrive within 10 of the 15 s. */
const HEADERS_SHARE = 2 / 3
/** Longer than the 60 s after which most proxies close a connection, so that they do not use one that we closed. */
const KEEP_ALIVE_MS = 72_000
/** Longer than any path Node accepts, so that a long token is reported as malformed, not as an unknown path. */
const MAX_PARAMETER_LENGTH = 32_768

/**
 * The URL for routing. A path outside `/api` with invalid percent-encoding is an unknown page like any other (decisions §8), so
 * its percent signs are escaped.
 */
function routableUrl(url: string): string {
  if (!url.includes('%') || url.startsWith('/api')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

function createServer(dependencies: AppDependencies, isTrustedProxy: IsTrustedProxy): FastifyInstance {
  const requestTimeout = dependencies.requestWithinMs ?? REQUEST_WITHIN_MS
  return fastify({
    loggerInstance: frameworkLog(dependencies.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrustedProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout,
    http: {
      headersTimeout: requestTimeout * HEADERS_SHARE,
      // How often Node checks for timeouts.
      connectionsCheckingInterval: requestTimeout / 15,
    },
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While draining, we respond ourselves, with `{message, code}`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: unroutableHandler(dependencies),
    clientErrorHandler: answerMalformedHttp,
  })
}

/** Shared by HTTP routes and sockets. */
type Shared = {
  readonly callers: Callers
  readonly deleted: DeletedPlayers
  readonly elapsedMs: () => number
  readonly admissionOf: NewGuestLimit
}

/** Routes of guests and boards; students use the same boards. */
function bindPlay(
  bind: Bind,
  dependencies: AppDependencies,
  { callers, elapsedMs, admissionOf }: Shared,
): LeaderboardService {
  const { guests, results, boards, locate, log, metrics, now } = dependencies
  const roughPlace = roughPlaceOf({
    locate,
    onFailure: (kind) => log.warn({ event: 'lookup_failed', kind }, 'the location lookup failed'),
  })
  const storedPlace = async (ip: string): Promise<Place> => storedPlaceOf(await roughPlace(ip))
  const arrivalOf = (request: IncomingMessage) => admissionOf(callers.keyOf(request))
  const readProfile = profileReader({ ...guests, readRegion })
  bindGuestRoutes(bind, guestService({ guests, readProfile, now, newPublicId }), storedPlace, arrivalOf)
  const practice = practiceService({
    results,
    readProfile,
    guestDailySeconds: dependencies.site.guestDailySeconds,
    now,
    newPublicId,
    onCounted: () => metrics.scoreStored(),
  })
  bindPracticeRoutes(bind, practice, tokenHash, storedPlace, arrivalOf)
  const leaderboards = leaderboardService({
    boards,
    now,
    elapsedMs,
    onComputed: (board) => metrics.boardComputed(board),
  })
  bindLeaderboardRoutes(bind, leaderboards, tokenHash)
  const finishedBattles = battleBoardService({
    battles: dependencies.battleBoards,
    elapsedMs,
    maxAgeMs: BOARD_MAX_AGE_MS,
    onComputed: () => metrics.boardComputed('battles'),
  })
  bindBattleRoutes(bind, finishedBattles, tokenHash)
  bindLocationRoutes(bind, roughPlace)
  return leaderboards
}

/** The region that a player competes for, by token; '' for none. */
function regionOf(guests: AppDependencies['guests']) {
  return async (token: string): Promise<Pick<Place, 'country' | 'state'>> => {
    const player = await guests.find(tokenHash(token))
    return { country: player?.country ?? '', state: player?.state ?? '' }
  }
}

/** What the settings of weekly emails need of an installation. */
function weeklyMailOf({ sendMail, secret }: AccountsOfApp) {
  return {
    sendsMail: sendMail !== null,
    markOf: (adultId: string) => mailOffMarkOf(secret, adultId),
    randomBelow: secretRandomBelow,
  }
}

/** Mail programs send a form where other callers send JSON (RFC 8058); its content does not matter. */
function acceptOneClick(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1024 },
    (request, _body, done) =>
      request.routeOptions.url === weeklyRoutes.turnOffMail.path
        ? done(null)
        : done(new Refusal(415, 'unsupported_media_type', 'The body must be sent as application/json.')),
  )
}

async function bindCalls(
  app: FastifyInstance,
  dependencies: AppDependencies,
  shared: Shared,
  arena: Pick<Arena, 'removePlayer'> | null,
): Promise<void> {
  const { players, log, metrics, drain, now, addressCallsPerMinute } = dependencies
  const { callers, deleted } = shared
  const siteName = dependencies.site.name
  const endPlayer = async (token: string): Promise<void> => {
    const playerId = tokenHash(token)
    deleted.add(playerId)
    await arena?.removePlayer(playerId)
  }
  const people = accounts({
    ...dependencies.accounts,
    newLimiter: dependencies.newLimiter,
    players,
    siteName,
    log,
    now,
    newPublicId,
    tokenHash,
    addressOf: callers.keyOf,
    removePlayer: endPlayer,
  })
  const { publicUrl } = dependencies.accounts
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  const ownPages = { ...callers, mayHoldSession, publicOrigin }
  const { students = people.students, sharedLimits = null } = dependencies
  const limits = await rateLimits(
    app,
    callers,
    addressCallsPerMinute ?? DEFAULT_ADDRESS_CALLS_PER_MINUTE,
    sharedLimits,
  )
  addApiHeaders(app)
  acceptOneClick(app)
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = drain.refusal() ?? csrfRefusal(request.raw, ownPages)
    if (refusal) return done(refusal)
    const counted = limits.address(request)
    return counted ?? done()
  })

  const { bind, routes, finish } = binder(app, limits, (request, action) =>
    action === 'practice' ? students.admit(request) : people.admitSignedIn(request, action),
  )
  const leaderboards = bindPlay(bind, dependencies, shared)
  const ofStudents = studentService({
    store: dependencies.studentPractice,
    players,
    students,
    now,
    random: Math.random,
    newPublicId,
    newSessionId: randomUUID,
    tokenHash,
    onCounted: () => metrics.scoreStored(),
  })
  bindStudentRoutes(bind, {
    service: ofStudents,
    students,
    deviceOf: people.deviceOf,
    dailyStatsOf: (token) => leaderboards.dailyStats(tokenHash(token)),
  })
  bindAccountRoutes(bind, {
    ...people.services,
    practiceOf: ofStudents,
    regionOf: regionOf(dependencies.guests),
  })
  bindSchool(bind, people.services, dependencies.accounts, weeklyMailOf(dependencies.accounts), now)
  bindDescription(bind, routes, siteName, SESSION_COOKIE)
  app.addHook('onClose', () => people.settled())
  finish()
}

function bindSockets(
  app: FastifyInstance,
  dependencies: AppDependencies,
  { callers, deleted, admissionOf }: Shared,
): Pick<Arena, 'removePlayer'> | null {
  const { accounts, battles, guests, log, metrics, drain, now } = dependencies
  if (!battles) return null
  const isDeleted = (hash: string): boolean => deleted.has(hash)
  const means = {
    callers,
    log,
    metrics,
    drain,
    now,
    tokenHash,
    newPublicId,
    isDeleted,
    deleted: deleted.add,
    isFriendlyNickname,
    listedPlace: listedName,
    lookUp: storedPlayers({
      guests,
      children: accounts.children,
      isFriendlyNickname,
      deleted: deleted.add,
      admissionOf,
      guestDailySeconds: dependencies.site.guestDailySeconds,
      newPublicId,
      now,
    }),
  }
  return bindBattles(app, { battles, ...means })
}

/** Builds the app; it does not listen yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const isTrustedProxy = trustedProxies(dependencies.trustProxy)
  const isPublicOverTls = dependencies.accounts.publicUrl?.startsWith('https:') ?? false
  // All processes of an installation use the same address keys, also after a restart.
  const salt = createHmac('sha256', dependencies.accounts.secret).update('addresses').digest()
  const callers = createCallers(isTrustedProxy, isPublicOverTls, salt)
  const app = createServer(dependencies, isTrustedProxy)
  app.decorate('isPublicOverTls', isPublicOverTls)
  // Also WebDAV methods and the like, so that known paths answer them with a 405 too.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  // Only JSON is accepted; Fastify also accepts plain text by default.
  app.removeContentTypeParser('text/plain')
  observeRequests(app, dependencies.log, dependencies.metrics)
  closeConnectionsWhenDraining(app, dependencies.drain)
  app.setErrorHandler(errorHandler(dependencies.log))
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasSeveralHostHeaders(request.raw)) return done()
    done(new Refusal(400, 'bad_request', 'The request must have one Host header.'))
  })
  refuseUnrouted(app, dependencies.drain)
  await app.register(async (health) => {
    addApiHeaders(health)
    bindHealth(health, dependencies)
  })
  const { now, elapsedMs = () => performance.now(), sharedLimits = null } = dependencies
  const admissionOf = newGuestLimit({ elapsedMs, shared: sharedLimits })
  const shared = { callers, deleted: deletedPlayers(now), elapsedMs, admissionOf }
  const arena = bindSockets(app, dependencies, shared)
  await app.register(async (calls) => bindCalls(calls, dependencies, shared, arena))
  await app.register(async (pages) => bindPages(pages, dependencies))
  return app
}
