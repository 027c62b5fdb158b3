import * as z from 'zod/mini'
import { descriptionRoutes, type ApiDescription } from '../../contract/api-description.ts'
import { problem } from '../../contract/problem.ts'
import type { Caller, Route } from '../../contract/route.ts'
import type { Bind } from './bind.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const CALLERS: Readonly<Record<Caller, string>> = {
  anyone: 'Anyone.',
  guest: 'A player, by the secret session token in the path or the body.',
  account: 'The account that the body names.',
  signed_in: 'A signed-in person, by the session cookie; roles decide who may do it.',
}

/** Without what JSON Schema cannot state; those checks answer with a 400 that says what is wrong. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodMiniType | null | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const content = (schema: unknown): object => ({ 'application/json': { schema } })

function operation(route: Route): Record<string, unknown> {
  const { calls, perSeconds } = route.rateLimit
  const response = jsonSchema(route.response, 'output')
  // Every JSON answer is an object or an array; text is a download.
  const isFile = response.type === 'string'
  return {
    description: `${CALLERS[route.caller]} At most ${calls} calls in ${perSeconds} s.`,
    tags: [route.path.split('/')[2]?.replace(/[.].*/, '')],
    ...(route.caller === 'signed_in' && { security: [{ session: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && {
      requestBody: { required: true, content: content(jsonSchema(route.body, 'input')) },
    }),
    responses: {
      200: {
        description: isFile ? 'A file.' : 'The answer.',
        content: isFile ? { '*/*': {} } : content(response),
      },
      default: {
        description: 'What is wrong, in a sentence, and a code.',
        content: content({ $ref: '#/components/schemas/Problem' }),
      },
    },
  }
}

/** Binds the description of all routes bound so far and of itself; it is made at the first request. */
export function bindDescription(
  bind: Bind,
  routes: readonly Route[],
  siteName: string,
  cookie: string,
): void {
  let described: ApiDescription | null = null
  bind(descriptionRoutes.read, {
    answer: async () => (described ??= describeApi(routes, siteName, cookie)),
  })
}

/** Describes the calls as an OpenAPI 3.1 document, from the schemas that the server itself validates by. */
function describeApi(routes: readonly Route[], siteName: string, cookie: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: siteName,
      version: '1',
      description: 'Every HTTP call of this site. Battles use a WebSocket and are not part of it.',
    },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'Set by signing in.' },
      },
    },
  }
}
