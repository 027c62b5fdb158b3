import type * as z from 'zod/mini'
import type { Action } from './actions.ts'

/**
 * How a route knows its caller. A guest proves itself by the session token in the path or the body; an account is one that
 * the body names and that has proved nothing yet; who is signed in proves it by a cookie.
 */
export type Caller = 'anyone' | 'guest' | 'account' | 'signed_in'

/** How often one caller may use a route; anyone is counted by address, all others by who they are. */
export type Pace = { readonly calls: number; readonly perSeconds: number }

/**
 * One HTTP call as data: the server binds a handler to it, the browser derives its call from it.
 * `path` is written with `:name` for each key of `params`; `query` is left out where the call has none.
 */
export type Route<
  Params extends z.ZodMiniType | null = z.ZodMiniType | null,
  Body extends z.ZodMiniType | null = z.ZodMiniType | null,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  readonly params: Params
  readonly query?: Query
  readonly body: Body
  readonly answer: Answer
  readonly caller: Caller
  /** What the caller does; the table of roles says who may. */
  readonly action: Action
  readonly pace: Pace
}

/** Types a route literal without widening its schemas. */
export function route<
  Params extends z.ZodMiniType | null,
  Body extends z.ZodMiniType | null,
  Answer extends z.ZodMiniType,
  Query extends z.ZodMiniType | undefined = undefined,
>(definition: Route<Params, Body, Answer, Query>): Route<Params, Body, Answer, Query> {
  return definition
}

/** The type a schema reads, or nothing where the route has none. */
export type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** The type a schema yields after validation. */
export type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
