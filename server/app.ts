import { createHmac, randomUUID } from 'node:crypto'
import { METHODS } from 'node:http'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Site } from '../contract/site.ts'
import { hasTimeLeft } from '../domain/guest-record.ts'
import { displayLocation, type Place } from '../domain/location.ts'
import { accounts, type AccountsOfApp } from './account/account.ts'
import { mayHoldSession } from './account/auth.ts'
import type { SharedNotes } from './account/sign-in-counts.ts'
import { bindAccountRoutes } from './account/routes.ts'
import type { Arena } from './battle/referee/arena.ts'
import { bindBattles, type BattlesOfApp } from './battle/bind.ts'
import { battleBoardService } from './battle/boards/board-service.ts'
import type { BattleStore } from './battle/port.ts'
import { bindBattleRoutes } from './battle/boards/routes.ts'
import type { ProxyTrust } from './config.ts'
import { deletedPlayers, type DeletedPlayers } from './guest/deleted-players.ts'
import type { GuestStore, PlayerStore } from './guest/port.ts'
import { newGuestLimit } from './guest/new-guest-limit.ts'
import { profileReader } from './guest/profile-reader.ts'
import { bindGuestRoutes } from './guest/routes.ts'
import { guestService } from './guest/service.ts'
import { newPublicId, tokenHash } from './guest/token.ts'
import type { LeaderboardStore } from './leaderboard/port.ts'
import { bindLeaderboardRoutes } from './leaderboard/routes.ts'
import { BOARD_MAX_AGE_MS, leaderboardService, type LeaderboardService } from './leaderboard/service.ts'
import type { Locate } from './location/port.ts'
import { listedName, readRegion } from './location/regions.ts'
import { bindLocationRoutes } from './location/routes.ts'
import { roughPlaceOf, storedPlaceOf } from './location/service.ts'
import { binder, type Bind } from './http/bind.ts'
import { answerBrokenHttp } from './http/broken-http.ts'
import { believedProxies, callersBehind, hasManyHosts, type Believes, type Callers } from './http/callers.ts'
import { endConnections, type Drain } from './ops/drain.ts'
import { errorHandler, Refusal } from './http/errors.ts'
import { frameworkLog } from './ops/framework-log.ts'
import { bindHealth } from './ops/health.ts'
import type { Log } from './ops/log.ts'
import type { Metrics } from './ops/metrics.ts'
import { foreignPageRefusal } from './http/own-page.ts'
import { bindPages } from './http/pages.ts'
import { DEFAULT_ADDRESS_CALLS_PER_MINUTE, rateLimits, type SharedLimits } from './http/rate-limit.ts'
import { observeRequests } from './http/request-log.ts'
import { protectCalls } from './http/security-headers.ts'
import { refuseUnrouted, unroutableHandler } from './http/unrouted.ts'
import type { PracticeStore } from './practice/port.ts'
import { bindPracticeRoutes } from './practice/routes.ts'
import { practiceService } from './practice/service.ts'
import type { SignedInStudents, StudentStore } from './student/port.ts'
import { bindStudentRoutes } from './student/routes.ts'
import { studentService } from './student/service.ts'

/** Everything the app needs; nothing in it is global, so tests build as many as they like. */
export type AppDependencies = {
  readonly site: Site
  readonly trustProxy: ProxyTrust
  readonly guests: GuestStore
  readonly players: PlayerStore
  readonly results: PracticeStore
  readonly boards: LeaderboardStore
  readonly battleBoards: Omit<BattleStore, 'save'>
  readonly accounts: AccountsOfApp
  readonly studentPractice: StudentStore
  /** Who is signed in as a student; as the accounts say, unless a test or a bench of practice says otherwise. */
  readonly students?: SignedInStudents
  /** Without them the app has no battle socket. */
  readonly battles?: BattlesOfApp
  readonly checkStorage: () => Promise<void>
  readonly locate: Locate
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  readonly now: () => number
  /** Milliseconds that only go forward; Node's own unless a test moves them. */
  readonly elapsedMs?: () => number
  /** The folder of the built pages; may be missing in development. */
  readonly webDir: string
  readonly addressCallsPerMinute?: number
  /** Counts of calls that several processes have in common. */
  readonly sharedLimits?: SharedLimits
  /** Counts of wrong answers at nobody, which they have in common too. */
  readonly sharedNotes?: SharedNotes
  readonly requestWithinMs?: number
  /** What `/metrics` asks for; null where anybody may read it. */
  readonly metricsToken?: string | null
}

/** The largest body of our calls is under 1 KB. */
const MAX_BODY_BYTES = 16 * 1024
/** A whole request must have arrived in this time, so that a slow sender holds nothing for long. */
const REQUEST_WITHIN_MS = 15_000
/** Headers are short: a sender has 10 s of the 15 for them. */
const HEADERS_SHARE = 2 / 3
/** Longer than the 60 s after which most proxies give a connection up, so that they never meet a closed one. */
const KEEP_ALIVE_MS = 72_000
/** Longer than any path Node lets in, so that a long token is malformed and not an unknown path. */
const MAX_PARAMETER_LENGTH = 32_768

/**
 * The address as it is routed. One whose percent signs mean nothing is no call, and outside `/api` it is an unknown page
 * like any other (decisions §8): its percent signs then stand for themselves.
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

function createServer(dependencies: AppDependencies, believes: Believes): FastifyInstance {
  const requestTimeout = dependencies.requestWithinMs ?? REQUEST_WITHIN_MS
  return fastify({
    loggerInstance: frameworkLog(dependencies.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: believes,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout,
    http: {
      headersTimeout: requestTimeout * HEADERS_SHARE,
      // Node only looks now and then for who is late.
      connectionsCheckingInterval: requestTimeout / 15,
    },
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // We answer ourselves while draining, in the one form that errors have.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: unroutableHandler(dependencies),
    clientErrorHandler: answerBrokenHttp,
  })
}

async function unknownCall(): Promise<never> {
  throw new Refusal(404, 'not_found', 'There is no such call.')
}

/** What calls and sockets have in common. */
type Shared = {
  readonly callers: Callers
  readonly deleted: DeletedPlayers
}

/** Everything that guests and boards are asked by; students' boards are the same. */
function bindPlay(
  bind: Bind,
  dependencies: AppDependencies,
  elapsedMs: () => number,
  arrivalOf: ReturnType<typeof newGuestLimit>,
): LeaderboardService {
  const { guests, results, boards, locate, log, metrics, now } = dependencies
  const roughPlace = roughPlaceOf({
    locate,
    onFailure: (kind) => log.warn({ event: 'lookup_failed', kind }, 'the location lookup failed'),
  })
  const storedPlace = async (ip: string): Promise<Place> => storedPlaceOf(await roughPlace(ip))
  const readProfile = profileReader({ readRegion, find: (hash) => guests.find(hash) })
  bindGuestRoutes(bind, guestService({ guests, readProfile, now, newPublicId }), storedPlace, arrivalOf)
  const practice = practiceService({
    results,
    readProfile,
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

async function bindCalls(
  app: FastifyInstance,
  dependencies: AppDependencies,
  { callers, deleted }: Shared,
  arena: Pick<Arena, 'forget'> | null,
): Promise<void> {
  const { players, log, metrics, drain, now, addressCallsPerMinute } = dependencies
  const siteName = dependencies.site.name
  const endPlayer = async (token: string): Promise<void> => {
    const playerId = tokenHash(token)
    deleted.add(playerId)
    await arena?.forget(playerId)
  }
  const people = accounts({
    ...dependencies.accounts,
    sharedNotes: dependencies.sharedNotes ?? null,
    players,
    siteName,
    retention: dependencies.site.retention,
    log,
    now,
    newPublicId,
    tokenHash,
    addressOf: callers.keyOf,
    endPlayer,
  })
  const { publicUrl } = dependencies.accounts
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin
  const ownPages = { ...callers, mayHoldSession, publicOrigin }
  const {
    elapsedMs = () => performance.now(),
    students = people.students,
    sharedLimits = null,
  } = dependencies
  const limits = await rateLimits(
    app,
    callers,
    addressCallsPerMinute ?? DEFAULT_ADDRESS_CALLS_PER_MINUTE,
    sharedLimits,
  )
  const arrivalOf = newGuestLimit({ callers, elapsedMs, shared: sharedLimits })
  protectCalls(app)
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = drain.refusal() ?? foreignPageRefusal(request.raw, ownPages)
    if (refusal) return done(refusal)
    const counted = limits.address(request)
    return counted ?? done()
  })

  const { bind, finish } = binder(app, limits, drain, (request, action) =>
    action === 'practise' ? students.admit(request) : people.admitSignedIn(request, action),
  )
  const leaderboards = bindPlay(bind, dependencies, elapsedMs, arrivalOf)
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
    dailyStatsOf: (token) => leaderboards.dailyStats(tokenHash(token)),
  })
  bindAccountRoutes(bind, { ...people.services, practiceOf: ofStudents })
  app.addHook('onClose', () => people.settled())
  finish()

  app.all('/api', { onRequest: unknownCall }, unknownCall)
  app.all('/api/*', { onRequest: unknownCall }, unknownCall)
}

function bindSockets(
  app: FastifyInstance,
  dependencies: AppDependencies,
  { callers, deleted }: Shared,
): Pick<Arena, 'forget'> | null {
  const { battles, guests, log, metrics, drain, now } = dependencies
  if (!battles) return null
  const isDeleted = (hash: string): boolean => deleted.has(hash)
  const { guestDailySeconds } = dependencies.site
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
    listedPlace: listedName,
    lookUp: async (hash: string) => {
      const player = await guests.find(hash)
      // Whoever was deleted before this process began, or without its hearing of it, is known no more, but to the database.
      if (player === null && (await guests.isDeleted(hash))) deleted.add(hash)
      const isStudent = player !== null && player.studentId !== null && player.mergedAtMs === null
      return {
        studentNickname: isStudent ? player.nickname : null,
        place: player === null ? '' : displayLocation(player),
        hasTimeLeft: player === null || isStudent || hasTimeLeft(player, guestDailySeconds, now()),
      }
    },
  }
  return bindBattles(app, { battles, ...means })
}

/** Builds the app over its dependencies; it does not listen yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const believes = believedProxies(dependencies.trustProxy)
  const isPublicOverTls = dependencies.accounts.publicUrl?.startsWith('https:') ?? false
  // All processes of an installation know an address by the same key, after a restart too.
  const salt = createHmac('sha256', dependencies.accounts.secret).update('addresses').digest()
  const callers = callersBehind(believes, isPublicOverTls, salt)
  const app = createServer(dependencies, believes)
  app.decorate('isPublicOverTls', isPublicOverTls)
  // Those of WebDAV and the like too, so that a known call answers them as it answers any other method.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  // Only JSON is read; Fastify would take plain text as well.
  app.removeContentTypeParser('text/plain')
  observeRequests(app, dependencies.log, dependencies.metrics)
  endConnections(app, dependencies.drain)
  app.setErrorHandler(errorHandler(dependencies.log))
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasManyHosts(request.raw)) return done()
    done(new Refusal(400, 'bad_request', 'The request must have one Host header.'))
  })
  refuseUnrouted(app, dependencies)
  await app.register(async (health) => {
    protectCalls(health)
    bindHealth(health, dependencies)
  })
  const shared = { callers, deleted: deletedPlayers(dependencies.now) }
  const arena = bindSockets(app, dependencies, shared)
  await app.register(async (calls) => bindCalls(calls, dependencies, shared, arena))
  await app.register(async (pages) => bindPages(pages, dependencies.webDir, dependencies.site))
  return app
}
