import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serverEvents, type ServerEventName } from '../../contract/battle-events.ts'
import type { Route } from '../../contract/route.ts'
import { site } from '../../contract/site.ts'
import { eventChecks } from '../../web/generated/battle-events.ts'
import * as constants from '../../web/generated/constants.ts'
import { isSite } from '../../web/generated/site.ts'

type Exports = Readonly<Record<string, unknown>>
type Accepts = (json: unknown) => boolean
type Call = { readonly method: string; readonly path: string; readonly accepts: Accepts }

const contract = Object.entries(import.meta.glob<Exports>('../../contract/*.ts', { eager: true }))
const generated = import.meta.glob<Readonly<Record<string, Call>>>('../../web/generated/*-calls.ts', {
  eager: true,
})

const isGroup = (value: unknown): value is Readonly<Record<string, Route>> =>
  typeof value === 'object' &&
  value !== null &&
  // Of its own: every function has a `caller`, and so has a schema that has been used.
  Object.values(value).some((route) => Object.hasOwn(Object(route), 'caller'))

/** Every call of the contract with what the browser has of it. */
const CALLS = contract.flatMap(([, exports]) =>
  Object.entries(exports).flatMap(([group, routes]) => {
    if (!isGroup(routes)) return []
    const file = group.replace('Routes', '-calls').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const calls = generated[`../../web/generated/${file}.ts`] ?? {}
    return Object.entries(routes).map(([name, route]): [string, Route, Call | undefined] => [
      `${group}.${name}`,
      route,
      calls[name],
    ])
  }),
)

type Json = z.core.JSONSchema.BaseSchema

/** Numbers and lists within the bounds of a JSON Schema, or also just outside them. */
type Reach = 'within' | 'around'

function numbersOf({ minimum, maximum, exclusiveMinimum }: Json, reach: Reach): fc.Arbitrary<number> {
  const min = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0)
  if (reach === 'within') return fc.integer({ min, max: maximum ?? min + 1000 })
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1, bound - 0.5])
  return fc.oneof(fc.nat(9), fc.constantFrom(0, 1, 2.5, ...near))
}

/** Values of a JSON Schema. */
function valueOf(json: unknown, reach: Reach): fc.Arbitrary<unknown> {
  const schema = json as Json
  const { anyOf, oneOf = anyOf, type, maxItems = 3, items, properties, required = [] } = schema
  if (oneOf) return fc.oneof(...oneOf.map((each) => valueOf(each, reach)))
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valueOf({ ...schema, type: each }, reach)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'string':
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : fc.string()
    case 'integer':
    case 'number':
      return numbersOf(schema, reach)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(items, reach), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(reach === 'within' ? maxItems : maxItems + 1, 4),
      })
    default: {
      const other = schema.additionalProperties
      const fields = properties ?? Object.fromEntries(required.map((name) => [name, other as Json]))
      const names = Object.keys(fields)
      if (names.length === 0) {
        const value = Object.keys(Object(other)).length === 0 ? fc.jsonValue() : valueOf(other, reach)
        return fc.dictionary(fc.string(), value, { noNullPrototype: true })
      }
      const values = names.map((name): [string, fc.Arbitrary<unknown>] => [
        name,
        valueOf(fields[name], reach),
      ])
      return fc.record(Object.fromEntries(values), { requiredKeys: required, noNullPrototype: true })
    }
  }
}

/** The same value with one of its values, however deep, left out or changed. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) return fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0.5, 1e9, 'text'))
  return fc.constantFrom(...entries).chain(([key, part]): fc.Arbitrary<unknown> => {
    if (Array.isArray(value)) return broken(part).map((changed) => value.with(Number(key), changed))
    const without = Object.fromEntries(entries.filter(([name]) => name !== key))
    return fc.oneof(
      fc.constant(without),
      broken(part).map((changed) => Object.fromEntries([...entries, [key, changed]])),
    )
  })
}

/** Holds the check to the verdicts of the schema, and sees to it that both verdicts are given. */
function agree(accepts: Accepts, schema: z.ZodMiniType): void {
  const verdicts = new Set<boolean>()
  const json = z.toJSONSchema(schema)
  const right = valueOf(json, 'within')
  const values = fc.oneof(right, valueOf(json, 'around'), right.chain(broken), fc.jsonValue())
  fc.assert(
    fc.property(values, (value) => {
      const verdict = z.safeParse(schema, value).success
      verdicts.add(verdict)
      expect(accepts(value)).toBe(verdict)
    }),
    { numRuns: 100 },
  )
  expect([...verdicts].toSorted()).toEqual([false, true])
}

test.each(CALLS)(
  "[API-12, OUT-8, BAT-6, LB-77] the browser's call %s matches the contract and accepts the same responses",
  (_, route, call) => {
    expect(call).toMatchObject({ method: route.method, path: route.path })
    agree((json) => call?.accepts(json) === true, route.response)
  },
)

test.each(Object.keys(serverEvents) as ServerEventName[])(
  '[BAT-6] the browser accepts an event %s exactly when the contract does',
  (name) => agree(eventChecks[name], serverEvents[name]),
)

test("[RUN-7] the browser accepts the page's settings exactly when the contract does", () => {
  agree(isSite, site)
})

test('[API-12] the browser has the constants of the contract', () => {
  const stated = contract.flatMap(([, exports]) =>
    Object.entries(exports).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function'),
  )
  expect(stated.length).toBeGreaterThan(20)
  expect(constants).toMatchObject(Object.fromEntries(stated))
})
