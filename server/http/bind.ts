import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import type { Output, RateLimit, Route } from '../../contract/route.ts'
import { Download, sendDownload } from './download.ts'
import { Refusal, sendRefusal } from './errors.ts'
import type { RateLimits } from './rate-limit.ts'
import { readInput, refuseEncodedBody } from './read-input.ts'

type RouteInput<R extends Route> = {
  readonly params: Output<R['params']>
  readonly query: Output<NonNullable<R['query']>>
  readonly body: Output<R['body']>
}

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T

/** What a handler answers: it may be part of something immutable. */
export type Answer<R extends Route> = Immutable<Output<R['response']>>

type Handler<R extends Route> = {
  /** The key of the caller for rate limits; omitted on routes for anyone or for signed-in people. */
  player?(input: RouteInput<R>): string
  /** On routes for anyone: the account or class that the request names. The rate limit applies per address and name. */
  named?(input: RouteInput<R>): string
  /**
   * Whether this browser has signed in to the account that it names. Called only when the limit of `named` is exceeded: such browsers
   * have a limit of their own, which strangers at their address cannot use up.
   */
  isKnown?(input: RouteInput<R>, request: FastifyRequest): Promise<boolean>
  /**
   * Returns the response or throws a Refusal. `player` is '' on routes for anyone, and the person's id on routes for signed-in
   * people.
   */
  answer(
    input: RouteInput<R>,
    player: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer<R> | Download>
}

/** Binds a handler to a route of the contract, which defines its path, validation and rate limit. */
export type Bind = <R extends Route>(route: R, handler: Handler<R>) => void

/** Applies the route's rate limit and returns the player it counted for. Rejects with a 429 Refusal over the limit. */
type Admission<R extends Route> = (request: FastifyRequest, input: RouteInput<R>) => string | Promise<string>

/** The id of the signed-in person. Rejects with a 401 Refusal if nobody is signed in, a 403 if the role never allows this. */
export type AdmitSignedIn = (request: FastifyRequest, action: Action) => Promise<string>

/** Callers can name any account without proof, so the address is limited too, generously. */
const NAMED_ACCOUNTS: RateLimit = { calls: 300, perSeconds: 60 }

/** The rate limit of a route for anyone. */
function admissionOfAnyone<R extends Route>(
  route: R,
  { named, isKnown }: Pick<Handler<R>, 'named' | 'isKnown'>,
  limits: RateLimits,
): Admission<R> {
  const name = `${route.method} ${route.path}`
  if (!named) {
    // Reading is counted per process: asking the shared store takes longer than the response.
    const limitAddress = limits.addressLimit(route.rateLimit, route.method === 'GET' ? null : name)
    return (request) => limitAddress(request)?.then(() => '') ?? ''
  }
  const limitNamed = limits.namedLimit(route.rateLimit, name)
  const limitKnown = limits.namedLimit(route.rateLimit, `${name} known`)
  return async (request, input) => {
    try {
      await limitNamed(request, named(input))
    } catch (error) {
      if (!isKnown || !(await isKnown(input, request))) throw error
      await limitKnown(request, named(input))
    }
    return ''
  }
}

/** Throws if the handler lacks the key that the route's rate limit needs. */
function admission<R extends Route>(
  route: R,
  handler: Pick<Handler<R>, 'player' | 'named' | 'isKnown'>,
  limits: RateLimits,
): Admission<R> {
  const { player } = handler
  if (route.caller === 'anyone') return admissionOfAnyone(route, handler, limits)
  if (route.caller === 'signed_in') return (request) => request.player
  if (!player)
    throw new Error(`${route.method} ${route.path} is limited per caller, but its handler has no player()`)
  const name = `${route.method} ${route.path}`
  const limitPlayer = limits.player(route.rateLimit, name)
  const limitAddress = route.caller === 'account' ? limits.addressLimit(NAMED_ACCOUNTS, name) : null
  return async (request, input) => {
    const caller = player(input)
    await limitAddress?.(request)
    await limitPlayer(request, caller)
    return caller
  }
}

/** On routes for signed-in people, checks the session before the body is read: only they learn what is wrong with a request. */
function signInHook(
  { method, path, caller, action, rateLimit }: Route,
  limits: RateLimits,
  admitSignedIn: AdmitSignedIn,
): Pick<RouteOptions, 'onRequest'> {
  if (caller !== 'signed_in') return {}
  const limitPlayer = limits.player(rateLimit, `${method} ${path}`)
  return { onRequest: async (request) => limitPlayer(request, await admitSignedIn(request, action)) }
}

/** Validates a request. Throws a 400 Refusal. */
function inputReader<R extends Route>(route: R): (request: FastifyRequest) => RouteInput<R> {
  const { params, query, body } = route
  return (request) =>
    ({
      params: params ? readInput(params, request.params, 'The path') : undefined,
      query: query ? readInput(query, request.query, 'The query') : undefined,
      body: body ? readInput(body, request.body, 'The body') : undefined,
    }) as RouteInput<R>
}

function refuseMethod(
  allowed: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('allow', allowed.join(', '))
  const sentence = `This path takes ${allowed.join(' and ')}, not ${request.method}.`
  return sendRefusal(reply, new Refusal(405, 'method_not_allowed', sentence))
}

const segmentsOf = (path: string): string[] => path.split('/')

function isOfPattern(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length !== path.length) return false
  return pattern.every((part, at) => (part.startsWith(':') ? path[at] !== '' : path[at] === part))
}

/**
 * The binder of an app, and the routes that it has bound. Call `finish` after all routes are bound; it makes other methods of
 * their paths answer 405, and unknown paths 404.
 */
export function binder(
  app: FastifyInstance,
  limits: RateLimits,
  admitSignedIn: AdmitSignedIn,
): { bind: Bind; routes: readonly Route[]; finish: () => void } {
  const routes: Route[] = []
  const methodsOf = new Map<string, string[]>()

  const bind: Bind = (route, handler) => {
    const { answer } = handler
    routes.push(route)
    methodsOf.set(route.path, [...(methodsOf.get(route.path) ?? []), route.method])
    const admit = admission(route, handler, limits)
    const read = inputReader(route)
    app.route({
      method: route.method,
      url: route.path,
      ...signInHook(route, limits, admitSignedIn),
      ...(route.body ? { preParsing: async (request) => refuseEncodedBody(request) } : {}),
      handler: async (request, reply) => {
        const input = read(request)
        const player = await admit(request, input)
        const answered = await answer(input, player, request, reply)
        return answered instanceof Download ? sendDownload(reply, answered) : answered
      },
    })
  }

  const finish = (): void => {
    const allowedOf = new Map(
      [...methodsOf].map(([path, methods]) => [
        path,
        methods.includes('GET') ? [...methods, 'HEAD'] : methods,
      ]),
    )
    const taken = new Set([...allowedOf.values()].flat())
    // Refused before the body is read: the method is wrong whatever is in it.
    for (const [url, allowed] of allowedOf) {
      app.route({
        method: [...taken].filter((method) => !allowed.includes(method)),
        url,
        onRequest: async (request, reply) => refuseMethod(allowed, request, reply),
        handler: async () => undefined,
      })
    }
    // Thirty more methods exist that no route takes. To bind them to every path takes a third of the time in which the app is built.
    const patterns = [...allowedOf].map(([path, allowed]) => ({ pattern: segmentsOf(path), allowed }))
    const answerUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = segmentsOf(request.url.split('?', 1)[0] ?? '')
      const known = patterns.find(({ pattern }) => isOfPattern(pattern, path))
      if (known && !taken.has(request.method)) return refuseMethod(known.allowed, request, reply)
      throw new Refusal(404, 'not_found', 'There is no such call.')
    }
    for (const url of ['/api', '/api/*']) app.all(url, { onRequest: answerUnknown }, async () => undefined)
  }
  return { bind, routes, finish }
}
