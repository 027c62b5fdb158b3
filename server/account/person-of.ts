import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/errors.ts'
import type { Person } from './roles.ts'

/** Who is signed in, on a route that only they reach. */
export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
  return person
}
