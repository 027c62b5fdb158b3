import { resolve } from 'node:path'
import { z } from 'zod'
import { SIGN_UP_RULES, type SignUpRule } from '../contract/account.ts'
import type { Site } from '../contract/site.ts'
import {
  address,
  choice,
  file,
  folder,
  hostName,
  line,
  openServiceUrl,
  origin,
  proxyTrust,
  ranges,
  secret,
  redisUrl,
  serviceUrl,
  wholeNumber,
  withoutSecrets,
} from './config-fields.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Which proxies may set `X-Forwarded-For`: none, all, a number of hops, or these addresses. */
export type ProxyTrust = boolean | number | readonly string[]

/** All settings of the server, validated and frozen (decisions §1). */
export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** A PostgreSQL database to use instead of a file in `dataDir`; may contain a password. */
  readonly databaseUrl: string | null
  /** The Redis server through which several processes share an arena; may contain a password. */
  readonly redisUrl: string | null
  readonly guestRetentionDays: number
  readonly geoDb: string | null
  readonly geoUrl: string | null
  readonly battleSeconds: number
  readonly battleCountdownSeconds: number
  readonly battleProblems: number
  readonly trustProxy: ProxyTrust
  /** School networks, where strangers' wrong PINs from outside never make children wait. */
  readonly classNetworks: readonly string[]
  readonly logLevel: LogLevel
  /** Which adults may add children. */
  readonly signUp: SignUpRule
  /** Signs cookies; null if the installation generates its own. */
  readonly authSecret: string | null
  /** The bearer token of `/metrics`; null if it is public. */
  readonly metricsToken: string | null
  /** The public origin of this installation; null if not set. */
  readonly publicUrl: string | null
  /** The mail server; may contain a password. Null if no emails are sent. */
  readonly smtpUrl: string | null
  /** Whether pages can be opened and played without a network after one visit. */
  readonly offlinePlay: boolean
  /** In development, emails are printed on the terminal. */
  readonly isDevelopment: boolean
  readonly site: Site
}

/** Invalid settings; each sentence names one, what it got and what it accepts. */
export class ConfigError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigError'
    this.sentences = sentences
  }
}

/** Settings that may contain a password. */
const WITH_SECRETS: readonly string[] = ['DATABASE_URL', 'REDIS_URL', 'GEO_URL', 'SMTP_URL']
/** Settings that are secret as a whole. */
const SECRETS: readonly string[] = ['AUTH_SECRET', 'METRICS_TOKEN']

type Environment = Readonly<Record<string, string | undefined>>

/** Ten years. */
const MAX_RETENTION_DAYS = 3650

/** Processes that share an arena must also share a database. */
function refuseRedisAlone({ redisUrl, databaseUrl }: Config): string[] {
  if (redisUrl === null || databaseUrl !== null) return []
  return [
    'REDIS_URL is set, but processes that share it also need one database. Set DATABASE_URL to a PostgreSQL database, or unset REDIS_URL.',
  ]
}

/** Links in emails need a public URL. */
function refuseLinksToNowhere({ smtpUrl, publicUrl }: Config): string[] {
  if (smtpUrl === null || publicUrl !== null) return []
  return ['SMTP_URL is set, but links in emails need PUBLIC_URL. Set it to the address of the home page.']
}

/** All settings by environment variable, with their defaults. */
const SETTINGS = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: hostName.default('0.0.0.0'),
  DATA_DIR: folder.default('./data'),
  DATABASE_URL: serviceUrl(['postgres:', 'postgresql:'], 'postgres://user@host/database').optional(),
  REDIS_URL: redisUrl('redis://host:6379').optional(),
  GEO_DB: file.optional(),
  GEO_URL: openServiceUrl(['http:', 'https:'], 'https://geo.example/{ip}').optional(),
  SITE_NAME: line.default('Tenfold'),
  OPERATOR_NAME: line.default('Tenfold Learning'),
  CONTACT_ADDRESS: address.default('hello@tenfold.example'),
  GUEST_DAILY_SECONDS: wholeNumber(1, 999_999).default(600),
  GUEST_RETENTION_DAYS: wholeNumber(1, MAX_RETENTION_DAYS).default(7),
  BATTLE_SECONDS: wholeNumber(1, 3600).default(60),
  BATTLE_COUNTDOWN_SECONDS: wholeNumber(0, 60).default(5),
  BATTLE_PROBLEMS: wholeNumber(1, 1000).default(150),
  TRUST_PROXY: proxyTrust.default(false),
  CLASS_NETWORKS: ranges.default([]),
  SIGN_UP: choice(SIGN_UP_RULES).default('open'),
  LOG_LEVEL: choice(LOG_LEVELS).default('info'),
  AUTH_SECRET: secret.optional(),
  METRICS_TOKEN: secret.optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: serviceUrl(['smtp:', 'smtps:'], 'smtp://user@host:587').optional(),
  OFFLINE_PLAY: choice(['on', 'off']).default('on'),
})

type Settings = z.infer<typeof SETTINGS>
type SettingName = keyof Settings

const isSettingName = (name: unknown): name is SettingName =>
  typeof name === 'string' && Object.hasOwn(SETTINGS.shape, name)

/** The settings, with invalid ones at their defaults, and a sentence for each invalid one. */
function readSettings(env: Environment): { readonly settings: Settings; readonly wrong: string[] } {
  const given = new Map(
    Object.entries(env)
      .filter(([name]) => isSettingName(name))
      .map(([name, text]) => [name, text?.trim() ?? ''] as const)
      .filter(([, text]) => text !== ''),
  )
  const read = SETTINGS.safeParse(Object.fromEntries(given))
  if (read.success) return { settings: read.data, wrong: [] }
  const wrong = read.error.issues.map(({ path: [field], message }) => {
    const name = String(field)
    const text = given.get(name) ?? ''
    given.delete(name)
    const open = WITH_SECRETS.includes(name) ? withoutSecrets(text) : text
    const shown = SECRETS.includes(name) ? `*** (${text.length} characters)` : open
    return `${name} is ${JSON.stringify(shown)}, but it must be ${message}.`
  })
  return { settings: SETTINGS.parse(Object.fromEntries(given)), wrong }
}

function siteOf(settings: Settings): Site {
  return Object.freeze({
    name: settings.SITE_NAME,
    operator: settings.OPERATOR_NAME,
    contactAddress: settings.CONTACT_ADDRESS,
    guestDailySeconds: settings.GUEST_DAILY_SECONDS,
    guestRetentionDays: settings.GUEST_RETENTION_DAYS,
    battleSeconds: settings.BATTLE_SECONDS,
    looksUpLocation: settings.GEO_DB !== undefined || settings.GEO_URL !== undefined,
    publicUrl: settings.PUBLIC_URL ?? null,
  })
}

/** Reads all settings from `env`; unset or empty ones have their defaults. Throws ConfigError with a sentence for each invalid one. */
export function readConfig(env: Environment): Config {
  const { settings, wrong } = readSettings(env)
  const site = siteOf(settings)
  const config: Config = {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    guestRetentionDays: site.guestRetentionDays,
    geoDb: settings.GEO_DB ?? null,
    geoUrl: settings.GEO_URL ?? null,
    battleSeconds: site.battleSeconds,
    battleCountdownSeconds: settings.BATTLE_COUNTDOWN_SECONDS,
    battleProblems: settings.BATTLE_PROBLEMS,
    trustProxy: settings.TRUST_PROXY,
    signUp: settings.SIGN_UP,
    classNetworks: settings.CLASS_NETWORKS,
    logLevel: settings.LOG_LEVEL,
    authSecret: settings.AUTH_SECRET ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    publicUrl: site.publicUrl,
    smtpUrl: settings.SMTP_URL ?? null,
    offlinePlay: settings.OFFLINE_PLAY === 'on',
    isDevelopment: env['NODE_ENV'] === 'development',
    site,
  }
  wrong.push(...refuseRedisAlone(config), ...refuseLinksToNowhere(config))
  if (wrong.length > 0) throw new ConfigError(wrong)
  return Object.freeze(config)
}
