import * as z from 'zod/mini'
import { route } from './route.ts'

/** An OpenAPI 3.1 document; each operation of `paths` is by path, then by method in lower case. */
const apiDescription = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
  components: z.record(z.string(), z.unknown()),
})

/** The description of the API itself. */
export const descriptionRoutes = {
  read: route({
    method: 'GET',
    path: '/api/openapi.json',
    params: null,
    body: null,
    response: apiDescription,
    caller: 'anyone',
    action: 'read_boards',
    rateLimit: { calls: 60, perSeconds: 60 },
  }),
} as const

export type ApiDescription = z.infer<typeof apiDescription>
