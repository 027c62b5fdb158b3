import type * as z from 'zod/mini'
import type { Action } from './actions.ts'

/**
 * How a route identifies its caller: `guest` by the session token in the path or body, `signed_in` by a cookie. `account` is an
 * account named in the body, which nothing has proved yet.
 */
export type Caller = 'anyone' | 'guest' | 'account' | 'signed_in'

/** How often one caller may use a route. `anyone` is counted by address, all others by identity. */
export type RateLimit = { readonly calls: number; readonly perSeconds: number }

/**
 * One HTTP call as data: the server binds a handler to it, and the browser's call is generated from it.
 * `path` has `:name` for each key of `params`.
 */
export type Route<
  Params extends z.ZodMiniType | null = z.ZodMiniType | null,
  Body extends z.ZodMiniType | null = z.ZodMiniType | null,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  readonly params: Params
  readonly query?: Query
  readonly body: Body
  readonly response: Response
  readonly caller: Caller
  /** Who may do it: `server/account/roles.ts`. */
  readonly action: Action
  readonly rateLimit: RateLimit
}

/** Types a route literal without widening its schemas. */
export function route<
  Params extends z.ZodMiniType | null,
  Body extends z.ZodMiniType | null,
  Response extends z.ZodMiniType,
  Query extends z.ZodMiniType | undefined = undefined,
>(definition: Route<Params, Body, Response, Query>): Route<Params, Body, Response, Query> {
  return definition
}

/** What a schema accepts; undefined for a route without one. */
export type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** What a schema returns after validation. */
export type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
