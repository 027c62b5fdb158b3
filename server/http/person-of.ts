import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

export type Person = NonNullable<FastifyRequest['person']>

/** The signed-in person, on routes that require one. */
export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
  return person
}
