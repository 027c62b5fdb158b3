import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { descriptionRoutes } from '../../contract/api-description.ts'
import { startApp } from '../factories/app.ts'
import { ROLE_TABLE } from '../factories/role-table.ts'
import { CALLERS, roleWorld } from '../factories/role-world.ts'

type Operation = {
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
    readonly default: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  }
}

/** These need an email, an invitation, an authenticator, or a right password or code; the table of roles sends none. Their tests are elsewhere. */
const NOT_IN_THE_TABLE = [
  'POST /api/guest/session',
  'DELETE /api/account',
  'POST /api/account/sign-up',
  'POST /api/children/{studentId}/hand-over',
  'POST /api/account/verify',
  'POST /api/account/verify/again',
  'POST /api/account/sign-in',
  'POST /api/account/sign-in/code',
  'POST /api/account/forgotten',
  'POST /api/account/reset',
  'POST /api/account/child/sign-in',
  'POST /api/account/password',
  'POST /api/account/invitation',
  'POST /api/account/second-step',
  'DELETE /api/account/second-step',
  'POST /api/account/second-step/confirm',
  'POST /api/account/second-step/recovery-codes',
  'POST /api/account/sign-in/passkey/answer',
  'POST /api/account/passkeys/begin',
  'POST /api/account/passkeys',
  'DELETE /api/account/passkeys/{passkeyId}',
  'DELETE /api/children/{studentId}/guardians/{parentId}',
  // Redirects to a page.
  'GET /api/weekly-email/off/{token}',
]

const isFile = (operation: Operation | undefined): boolean =>
  operation?.responses[200].content['application/json'] === undefined

const pathOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

test('[API-15] the description contains every API call, and every response matches it', async () => {
  const app = await startApp()
  const { json, headers } = await app.get('/api/openapi.json')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  const described = descriptionRoutes.read.response.parse(json)
  const operations = new Map(
    Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation as unknown as Operation,
      ]),
    ),
  )

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>()
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, components: described.components })
    compiled.set(schema, known)
    return known
  }
  const world = await roleWorld(app)
  const seen = new Set<string>()
  for (const [route, send] of ROLE_TABLE) {
    const [method = '', url = ''] = route.split(' ')
    if (!url.startsWith('/api/')) continue
    const key = `${method} ${pathOf(url)}`
    const operation = operations.get(key)
    if (!operation) throw new Error(`${route} is not described`)
    for (const caller of CALLERS) {
      const { path, body } = await send(world)
      const answer = await world.callers[caller].call(method as 'GET', path, body)
      const { content } = operation.responses[answer.status === 200 ? 200 : 'default']
      const schema = content['application/json']?.schema
      if (!schema) continue
      const isValid = validatorOf(schema)
      expect(
        isValid(answer.json),
        `${route} ${answer.status} ${answer.text} ${JSON.stringify(isValid.errors)}`,
      ).toBe(true)
      if (answer.status === 200) seen.add(key)
    }
  }
  const unseen = [...operations.keys()].filter((key) => !seen.has(key))
  expect(unseen.filter((key) => !NOT_IN_THE_TABLE.includes(key) && !isFile(operations.get(key)))).toEqual([])
}, 480_000)
