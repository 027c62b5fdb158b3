import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/errors.ts'
import type { Person } from './roles.ts'

/** The signed-in person, on routes that require one. */
export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
  return person
}
