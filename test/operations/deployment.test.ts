import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { settingNames } from '../factories/setting-names.ts'
import { readYaml, type Yaml } from '../factories/yaml.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const text = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

type Service = {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Yaml
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly command?: readonly string[]
  readonly read_only?: string
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
}

type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}

const compose = readYaml(text('compose.yaml')) as unknown as Compose

/** What compose puts in place of `${NAME:-default}` and `${NAME:?why}`, with these values. */
function filledIn(value: string, values: Readonly<Record<string, string>>): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string, rest: string) => {
      const given = values[name]
      if (given !== undefined) return given
      if (kind === '-') return rest
      throw new Error(`${name} has to be set: ${rest}`)
    },
  )
}

const namesIn = (list: Yaml | undefined): string[] =>
  Array.isArray(list) ? list.map(String) : Object.keys((list ?? {}) as object)

/** Settings that the image has already, for what it exposes and keeps. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR']

describe('compose.yaml', () => {
  const { services } = compose
  const ours = Object.values(services).filter((service) => service.build !== undefined)

  test('[OPS-11] has two identical servers, a balancer, PostgreSQL and Redis, and only the balancer is reachable from outside', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'balancer',
      'postgres',
      'redis',
      'server-1',
      'server-2',
    ])
    expect(services['server-1']).toEqual(services['server-2'])
    expect(ours).toHaveLength(2)
    const open = Object.entries(services).filter(([, service]) => service.ports !== undefined)
    expect(open.map(([name]) => name)).toEqual(['balancer'])
  })

  test('[OPS-11] every dependency and volume is declared, and every image has a version', () => {
    for (const service of Object.values(services)) {
      for (const name of namesIn(service.depends_on)) expect(Object.keys(services)).toContain(name)
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        // A folder that the operator names.
        if (from.startsWith('${')) continue
        if (from.startsWith('./')) expect(existsSync(join(ROOT, from)), from).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(from)
      }
      if (service.build === undefined) expect(service.image).toMatch(/^[a-z]+:\d/)
    }
  })

  test('[OPS-11] its servers get every operator setting, and start with the three required ones', () => {
    const secrets = { POSTGRES_PASSWORD: 'abc123', REDIS_PASSWORD: 'def456', AUTH_SECRET: 'x'.repeat(44) }
    for (const { environment = {} } of ours) {
      const named = Object.keys(environment).toSorted()
      expect(named).toEqual(
        settingNames()
          .filter((name) => !OF_THE_IMAGE.includes(name))
          .toSorted(),
      )
      const given = Object.entries(environment).map(([name, value]) => [name, filledIn(value, secrets)])
      expect(readConfig(Object.fromEntries(given))).toMatchObject({
        databaseUrl: 'postgres://tenfold:abc123@postgres:5432/tenfold',
        redisUrl: 'redis://:def456@redis:6379',
      })
      for (const [name, value] of Object.entries(environment)) {
        if (name === 'DATABASE_URL' || name === 'REDIS_URL') continue
        expect(filledIn(value, { [name]: 'as given' }), name).toBe('as given')
      }
      expect(() => filledIn(String(environment['DATABASE_URL']), {})).toThrow(
        'POSTGRES_PASSWORD has to be set',
      )
      expect(() => filledIn(String(environment['AUTH_SECRET']), {})).toThrow('AUTH_SECRET has to be set')
    }
  })

  test('[OPS-14] no service can write its own files or has capabilities it does not need, and Redis has a password', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({
        read_only: 'true',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
    const command = services['redis']?.command ?? []
    expect(command[command.indexOf('--requirepass') + 1]).toMatch(/^\$\{REDIS_PASSWORD:\?/)
  })
})

describe('the balancer', () => {
  test("[OPS-14] ignores a visitor's claimed address, and redirects everybody to TLS if it has a certificate", () => {
    const web = text('deploy/haproxy.cfg').split(/^(?:frontend|backend) /m)[1] ?? ''
    for (const [header, value] of [
      ['For', '%[src]'],
      ['Proto', 'http'],
      ['Proto', 'https if { ssl_fc }'],
      ['Host', '%[req.hdr(host)]'],
    ]) {
      expect(web).toContain(`    http-request set-header X-Forwarded-${header} ${value}\n`)
    }
    expect(web).toContain('    http-request del-header Forwarded\n')
    expect(web).not.toContain('option forwardfor')
    expect(web).toContain('    http-request redirect scheme https code 308 unless { ssl_fc }\n.endif')
  })

  test('[OPS-11] in each part sends visitors to both servers while they are ready', () => {
    const parts = text('deploy/haproxy.cfg')
      .split(/^backend /m)
      .slice(1)
    expect(parts.map((part) => part.split('\n')[0])).toEqual(['reads', 'pages', 'battles', 'polled_battles'])
    for (const part of parts) {
      const targets = [...part.matchAll(/^ {4}server \S+ (\S+)$/gm)].map(([, target]) => target)
      expect(targets).toEqual(['server-1:3000', 'server-2:3000'])
      expect(part).toContain('option httpchk GET /readyz\n    http-check expect status 200')
    }
  })
})

describe('the image', () => {
  const lines = text('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const stages = lines.filter((line) => line.startsWith('FROM '))

  test('[OPS-11] is built in two stages of slim Debian with Node 20, and everything it copies exists', () => {
    expect(stages).toEqual(['FROM node:20-bookworm-slim AS build', 'FROM node:20-bookworm-slim'])
    const ignored = text('.dockerignore').trim().split('\n')
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
    for (const name of copied) {
      expect(existsSync(join(ROOT, name)), name).toBe(true)
      expect(ignored).not.toContain(name)
    }
  })

  test('[OPS-11] runs as an unprivileged user, keeps its data on a volume, and has a health check', () => {
    const last = lines.slice(lines.indexOf(stages[1] ?? ''))
    const place = (start: string) => last.findIndex((line) => line.startsWith(start))
    expect(last[place('USER ')]).toBe('USER node')
    expect(place('USER ')).toBeLessThan(place('CMD '))
    expect(last[place('VOLUME ')]).toBe('VOLUME /data')
    expect(last[place('HEALTHCHECK ')]).toContain('/healthz')
    expect(last[place('CMD ')]).toBe('CMD ["node", "dist/server/main.js"]')
    const env = (last[place('ENV ')] ?? '')
      .split(' ')
      .slice(1)
      .map((pair) => pair.split('=') as [string, string])
    expect(
      env.map(([name]) => name).filter((name) => ![...settingNames(), 'NODE_ENV'].includes(name)),
    ).toEqual([])
    expect(readConfig(Object.fromEntries(env))).toMatchObject({
      dataDir: '/data',
      port: 3000,
      isDevelopment: false,
    })
  })
})
