import * as z from 'zod/mini'
import { route } from './route.ts'

/** An ISO 3166 code with the English name. */
const coded = { code: z.string(), name: z.string() }

const pace = { calls: 600, perSeconds: 60 }

/** The countries and regions that a player may choose (decisions §4), each list by name. They may be cached for a day. */
export const regionRoutes = {
  countries: route({
    method: 'GET',
    path: '/api/regions',
    params: null,
    body: null,
    answer: z.array(z.object(coded)),
    caller: 'anyone',
    action: 'locate',
    pace,
  }),
  /** `state` is the name under which the region is stored and competes. An unknown country is a 404. */
  regions: route({
    method: 'GET',
    path: '/api/regions/:country',
    params: z.object({
      country: z.string().check(z.regex(/^[A-Za-z]{2}$/, 'must be a code of two letters')),
    }),
    body: null,
    answer: z.array(z.object({ ...coded, state: z.string() })),
    caller: 'anyone',
    action: 'locate',
    pace,
  }),
} as const
