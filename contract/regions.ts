import * as z from 'zod/mini'
import { route } from './route.ts'

/** An ISO 3166 code and the English name. */
const codeAndName = { code: z.string(), name: z.string() }

const rateLimit = { calls: 600, perSeconds: 60 }

/** The countries and regions that a player may choose (decisions §4), sorted by name. Responses may be cached for a day. */
export const regionRoutes = {
  countries: route({
    method: 'GET',
    path: '/api/regions',
    params: null,
    body: null,
    response: z.array(z.object(codeAndName)),
    caller: 'anyone',
    action: 'locate',
    rateLimit,
  }),
  /** `state` is the name under which the region is stored and ranked. An unknown country is a 404. */
  regions: route({
    method: 'GET',
    path: '/api/regions/:country',
    params: z.object({
      country: z.string().check(z.regex(/^[A-Za-z]{2}$/, 'must be a code of two letters')),
    }),
    body: null,
    response: z.array(z.object({ ...codeAndName, state: z.string() })),
    caller: 'anyone',
    action: 'locate',
    rateLimit,
  }),
} as const
