import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import type { Output, Pace, Route } from '../../contract/route.ts'
import { Download, sendDownload } from './download.ts'
import type { Drain } from '../ops/drain.ts'
import { Refusal, sendRefusal } from './errors.ts'
import type { RateLimits } from './rate-limit.ts'
import { PreparedJson, sendPrepared, sendPreparedByHooks } from './prepared-json.ts'
import { queryReader, readInput, refuseEncodedBody } from './read-input.ts'

type RouteInput<R extends Route> = {
  readonly params: Output<R['params']>
  readonly query: Output<NonNullable<R['query']>>
  readonly body: Output<R['body']>
}

type Handler<R extends Route> = {
  /** Who is calling, as the rate limit counts it; left out where anyone may call, and where who is signed in may. */
  player?(input: RouteInput<R>): string
  /** Which account or class a call of anyone names: calls of one address that name different ones are counted apart. */
  named?(input: RouteInput<R>): string
  /**
   * The answer, `player` empty where anyone may call, and the id of who is signed in where that is asked for; what is thrown as a Refusal becomes its status. One that is there
   * already is given without a promise: for the boards, waiting would cost more than answering.
   */
  answer(
    input: RouteInput<R>,
    player: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): PreparedJson | Promise<Output<R['answer']> | PreparedJson | Download>
}

/** Binds a handler to a route of the contract: its path, its validation and its pace come from there. */
export type Bind = <R extends Route>(route: R, handler: Handler<R>) => void

/** Counts a call by the pace of its route, and gives back the player it was counted for. Rejects with a 429 beyond it. */
type Admission<R extends Route> = (request: FastifyRequest, input: RouteInput<R>) => string | Promise<string>

/** The id of who is signed in. Rejects with a 401 for nobody, and with a 403 where such a person may never do this. */
export type AdmitSignedIn = (request: FastifyRequest, action: Action) => Promise<string>

/** Whoever names an account without proving it can name a new one each time, so that the address counts too, generously. */
const NAMED_ACCOUNTS: Pace = { calls: 300, perSeconds: 60 }

/** Throws where a route does not say whom its pace is for: it would count for nobody. */
function admission<R extends Route>(
  route: R,
  { player, named }: Pick<Handler<R>, 'player' | 'named'>,
  limits: RateLimits,
): Admission<R> {
  if (route.caller === 'anyone') {
    if (named) {
      const limitNamed = limits.namedPace(route.pace)
      return (request, input) => limitNamed(request, named(input))?.then(() => '') ?? ''
    }
    const limitAddress = limits.addressPace(route.pace)
    return (request) => limitAddress(request)?.then(() => '') ?? ''
  }
  if (route.caller === 'signed_in') return (request) => request.player
  if (!player) throw new Error(`${route.method} ${route.path} is paced by caller, but its handler names none`)
  const name = `${route.method} ${route.path}`
  const limitPlayer = limits.player(route.pace, name)
  const limitAddress = route.caller === 'account' ? limits.sharedAddressPace(NAMED_ACCOUNTS, name) : null
  return async (request, input) => {
    const caller = player(input)
    await limitAddress?.(request)
    await limitPlayer(request, caller)
    return caller
  }
}

/**
 * What a route asks before a body is read: what is wrong with a call of somebody who is signed in is told to those only who
 * may make it.
 */
function doorOf(
  { method, path, caller, action, pace }: Route,
  limits: RateLimits,
  admitSignedIn: AdmitSignedIn,
): Pick<RouteOptions, 'onRequest'> {
  if (caller !== 'signed_in') return {}
  const limitPlayer = limits.player(pace, `${method} ${path}`)
  return { onRequest: async (request) => limitPlayer(request, await admitSignedIn(request, action)) }
}

/** Reads what a route takes from a request. Throws a 400 Refusal for what it does not take. */
function inputReader<R extends Route>(route: R): (request: FastifyRequest) => RouteInput<R> {
  const { params, body } = route
  const readQuery = route.query ? queryReader(route.query) : null
  return (request) =>
    ({
      params: params ? readInput(params, request.params, 'The path') : undefined,
      query: readQuery?.(request),
      body: body ? readInput(body, request.body, 'The body') : undefined,
    }) as RouteInput<R>
}

/** Makes the binder of an app. A path's other methods answer 405 when `finish` has been called. */
export function binder(
  app: FastifyInstance,
  limits: RateLimits,
  drain: Drain,
  admitSignedIn: AdmitSignedIn,
): { bind: Bind; finish: () => void } {
  const methodsOf = new Map<string, string[]>()
  const send = (request: FastifyRequest, reply: FastifyReply, prepared: PreparedJson): void =>
    // While draining a hook ends the connection with each answer.
    drain.draining ? sendPreparedByHooks(reply, prepared) : sendPrepared(request, reply, prepared)

  const bind: Bind = (route, handler) => {
    const { answer } = handler
    methodsOf.set(route.path, [...(methodsOf.get(route.path) ?? []), route.method])
    const admit = admission(route, handler, limits)
    const read = inputReader(route)
    app.route({
      method: route.method,
      url: route.path,
      ...doorOf(route, limits, admitSignedIn),
      ...(route.body ? { preParsing: async (request) => refuseEncodedBody(request) } : {}),
      handler: (request, reply) => {
        const input = read(request)
        const admitted = admit(request, input)
        const answered =
          typeof admitted === 'string'
            ? answer(input, admitted, request, reply)
            : admitted.then((player) => answer(input, player, request, reply))
        if (answered instanceof PreparedJson) return send(request, reply, answered)
        return answered.then((made) => {
          if (made instanceof Download) return sendDownload(reply, made)
          return made instanceof PreparedJson ? send(request, reply, made) : made
        })
      },
    })
  }

  const finish = (): void => {
    for (const [url, methods] of methodsOf) {
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
      app.route({
        method: app.supportedMethods.filter((method) => !allowed.includes(method)),
        url,
        // Before the body is read: whatever is in it, the method is what is wrong.
        onRequest: async (request, reply) => {
          reply.header('allow', allowed.join(', '))
          const sentence = `This path takes ${allowed.join(' and ')}, not ${request.method}.`
          return sendRefusal(reply, new Refusal(405, 'method_not_allowed', sentence))
        },
        handler: async () => undefined,
      })
    }
  }
  return { bind, finish }
}
