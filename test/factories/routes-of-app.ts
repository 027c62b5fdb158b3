import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Methods a browser can send. */
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Every method and path registered with Fastify while `start` builds an app, such as `GET /api/me`. */
export async function routesWhile<T>(
  start: () => Promise<T>,
): Promise<{ made: T; routes: readonly string[] }> {
  const routes = new Set<string>()
  const onMessage = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (METHODS.includes(one)) routes.add(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', onMessage)
  try {
    return { made: await start(), routes: [...routes] }
  } finally {
    unsubscribe('fastify.initialization', onMessage)
  }
}
