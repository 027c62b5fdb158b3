/**
 * Writes `web/generated/` from `contract/` (ADR 0045): a module per group of routes, with the method, the path and a check of
 * the answer of every call, and one with the constants of the contract. The browser loads these instead of the schemas.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkCode, literal } from './check-code.mjs'
import { GENERATED, ROOT } from './freshness.mjs'

/** The evaluated modules of the contract by name, and the zod they use. */
async function loadContract() {
  const { build } = await import('esbuild')
  const names = readdirSync(join(ROOT, 'contract')).flatMap((file) => file.match(/^(.*)\.ts$/)?.[1] ?? [])
  const lines = names.map((name) => `export * as ${literal(name)} from './${name}.ts'`)
  const { outputFiles } = await build({
    stdin: {
      contents: [...lines, `export * as zod from 'zod/mini'`].join('\n'),
      resolveDir: join(ROOT, 'contract'),
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  const { zod, ...modules } = await import(`data:text/javascript;base64,${code}`)
  return { zod, modules }
}

const header = (module) => `// Made from contract/${module} by scripts/browser-contract.mjs. Do not edit.\n`

function callsModule(module, group, routes, { checks, constants }) {
  const calls = Object.entries(routes).map(
    ([name, { method, path }]) =>
      `export const ${name}: Call<Routes['${name}']> = {\n  method: '${method}',\n  path: '${path}',\n  accepts: ${checks.get(name)},\n}\n`,
  )
  return `${header(`${module}.ts`)}import type { ${group} } from '../../contract/${module}.ts'
import type { Call } from '../lib/api.ts'
import * as check from '../lib/shape.ts'

type Routes = typeof ${group}

${[constants, ...calls].filter(Boolean).join('\n')}`
}

function eventsModule({ checks, constants }) {
  return `${header('battle-events.ts')}import type { ServerEventName, ServerPayload } from '../../contract/battle-events.ts'
import * as check from '../lib/shape.ts'

${constants}
export const eventChecks: { readonly [Name in ServerEventName]: check.Check<ServerPayload<Name>> } = {
${[...checks].map(([name, code]) => `  '${name}': ${code},\n`).join('')}}
`
}

function siteModule({ checks, constants }) {
  return `${header('site.ts')}import type { Site } from '../../contract/site.ts'
import * as check from '../lib/shape.ts'

${constants}export const isSite: check.Check<Site> =
  ${checks.get('site')}
`
}

const isConstant = (value) => ['number', 'string'].includes(typeof value) || value instanceof RegExp

/** Numbers, texts and patterns. Lists are in modules without schemas, which the browser loads directly. */
function constantsModule(modules) {
  const constants = Object.values(modules).flatMap((exported) =>
    Object.entries(exported).filter(([, value]) => isConstant(value)),
  )
  return header('') + constants.map(([name, value]) => `export const ${name} = ${literal(value)}\n`).join('')
}

/** Writes only changed files, to cause no needless rebuild. */
function write(files) {
  mkdirSync(GENERATED, { recursive: true })
  for (const old of readdirSync(GENERATED)) if (!files.has(old)) rmSync(join(GENERATED, old))
  for (const [name, text] of files) {
    const path = join(GENERATED, name)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}

const isGroup = (value) => Object.values(value ?? {}).some((route) => route?.path && route.response)

/** `childDataRoutes` as `child-data-calls`. */
const fileOf = (group) =>
  group.replace('Routes', '-calls').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export async function writeBrowserContract() {
  const { zod, modules } = await loadContract()
  const checksOf = (schemas) => checkCode(zod.toJSONSchema(zod.object(schemas), { reused: 'ref' }))
  const groups = Object.entries(modules).flatMap(([module, exported]) =>
    Object.entries(exported)
      .filter(([, value]) => isGroup(value))
      .map(([group, routes]) => {
        const responses = Object.entries(routes).map(([name, { response }]) => [name, response])
        const code = callsModule(module, group, routes, checksOf(Object.fromEntries(responses)))
        return [`${fileOf(group)}.ts`, code]
      }),
  )
  const others = {
    'battle-events.ts': eventsModule(checksOf(modules['battle-events'].serverEvents)),
    'site.ts': siteModule(checksOf({ site: modules.site.site })),
    'constants.ts': constantsModule(modules),
  }
  write(new Map([...groups, ...Object.entries(others)]))
}

/** Vitest calls this before the tests (`globalSetup`). */
export { writeBrowserContract as setup }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeBrowserContract()
