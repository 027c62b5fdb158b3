import { isAbsolute, resolve } from 'node:path'
import type { Site } from '../contract/site.ts'
import {
  address,
  calendarDate,
  choice,
  file,
  folder,
  hostName,
  line,
  openServiceUrl,
  proxyTrust,
  serviceUrl,
  whole,
  withoutSecrets,
  type Read,
} from './config-fields.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What `X-Forwarded-For` may be believed: nothing, everything, so many hops, or these proxies. */
export type ProxyTrust = boolean | number | readonly string[]

/** Every setting of the server, validated and frozen (decisions §1). */
export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** The PostgreSQL to use instead of a file in `dataDir`; it may hold a password. */
  readonly databaseUrl: string | null
  readonly guestRetentionDays: number
  readonly geoDb: string | null
  readonly geoUrl: string | null
  readonly battleSeconds: number
  readonly battleCountdownSeconds: number
  readonly battleProblems: number
  readonly trustProxy: ProxyTrust
  readonly logLevel: LogLevel
  readonly site: Site
}

/** Settings that cannot be used; `sentences` names each wrong one, what it got and what it takes. */
export class ConfigError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigError'
    this.sentences = sentences
  }
}

/** Settings whose text may hold a password. */
const WITH_SECRETS: readonly string[] = ['DATABASE_URL', 'REDIS_URL', 'GEO_URL']

type Environment = Readonly<Record<string, string | undefined>>

/** The longest retention: ten years. */
const MOST_RETENTION_DAYS = 3650

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path)
}

/** What keeps a well-formed address of a Redis from being used: this version does not have it yet. */
function refuseRedis(url: string | null): string[] {
  if (url === null) return []
  return ['REDIS_URL names a Redis, but this version of Tenfold runs without one: unset REDIS_URL.']
}

/**
 * Reads every setting from `env`. A setting that is unset or empty has its default.
 * Throws ConfigError with one sentence for each wrong setting, all at once.
 */
export function readConfig(env: Environment): Config {
  const wrong: string[] = []
  const get = <T>(name: string, fallback: T, read: Read<T>): T => {
    const text = env[name]?.trim()
    if (text === undefined || text === '') return fallback
    const result = read(text)
    if (result.ok) return result.value
    const shown = WITH_SECRETS.includes(name) ? withoutSecrets(text) : text
    wrong.push(`${name} is ${JSON.stringify(shown)}, but it takes ${result.takes}.`)
    return fallback
  }

  const geoDb = get('GEO_DB', null, file)
  const geoUrl = get('GEO_URL', null, openServiceUrl(['http:', 'https:'], 'https://geo.example/{ip}'))
  const site: Site = {
    name: get('SITE_NAME', 'Tenfold', line),
    operator: get('OPERATOR_NAME', 'Tenfold Learning', line),
    contactAddress: get('CONTACT_ADDRESS', 'hello@tenfold.example', address),
    legalDate: get('LEGAL_DATE', '2025-08-16', calendarDate),
    guestDailySeconds: get('GUEST_DAILY_SECONDS', 600, whole(1, 999_999)),
    guestRetentionDays: get('GUEST_RETENTION_DAYS', 7, whole(1, MOST_RETENTION_DAYS)),
    battleSeconds: get('BATTLE_SECONDS', 60, whole(1, 3600)),
    looksUpLocation: geoDb !== null || geoUrl !== null,
  }
  const postgres = serviceUrl(['postgres:', 'postgresql:'], 'postgres://user@host/database')
  const config: Config = {
    port: get('PORT', 3000, whole(0, 65_535)),
    host: get('HOST', '0.0.0.0', hostName),
    dataDir: absolute(get('DATA_DIR', './data', folder)),
    databaseUrl: get('DATABASE_URL', null, postgres),
    guestRetentionDays: site.guestRetentionDays,
    geoDb,
    geoUrl,
    battleSeconds: site.battleSeconds,
    battleCountdownSeconds: get('BATTLE_COUNTDOWN_SECONDS', 5, whole(0, 60)),
    battleProblems: get('BATTLE_PROBLEMS', 150, whole(1, 1000)),
    trustProxy: get<ProxyTrust>('TRUST_PROXY', false, proxyTrust),
    logLevel: get('LOG_LEVEL', 'info', choice(LOG_LEVELS)),
    site: Object.freeze(site),
  }

  const redis = serviceUrl(['redis:', 'rediss:'], 'redis://host:6379')
  wrong.push(...refuseRedis(get('REDIS_URL', null, redis)))
  if (wrong.length > 0) throw new ConfigError(wrong)
  return Object.freeze(config)
}
