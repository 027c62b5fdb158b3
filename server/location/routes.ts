import type { FastifyReply } from 'fastify'
import { geoRoutes } from '../../contract/guest.ts'
import { regionRoutes } from '../../contract/regions.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { Locate } from './port.ts'
import { COUNTRIES } from './region-data.ts'
import { regionsOf } from './regions.ts'

function mayBeCached(reply: FastifyReply): void {
  reply.header('cache-control', 'public, max-age=86400')
}

/** `GET /api/geo` and the lists to choose a place from (decisions §4). */
export function bindLocationRoutes(bind: Bind, locate: Locate): void {
  bind(geoRoutes.locate, {
    answer: (_input, _player, request) => locate(request.ip),
  })
  bind(regionRoutes.countries, {
    answer: async (_input, _player, _request, reply) => {
      mayBeCached(reply)
      return COUNTRIES
    },
  })
  bind(regionRoutes.regions, {
    answer: async ({ params }, _player, _request, reply) => {
      const regions = regionsOf(params.country.toUpperCase())
      if (regions === null) throw new Refusal(404, 'not_found', 'There is no such country.')
      mayBeCached(reply)
      return regions.map(({ code, name, state }) => ({ code, name, state }))
    },
  })
}
