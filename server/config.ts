import { isAbsolute, resolve } from 'node:path'
import { SIGN_UP_RULES, type SignUpRule } from '../contract/account.ts'
import type { Site } from '../contract/site.ts'
import { DEFAULT_RETENTION } from '../domain/retention.ts'
import {
  address,
  calendarDate,
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
  /** The Redis through which several processes share one arena; it may hold a password. */
  readonly redisUrl: string | null
  readonly guestRetentionDays: number
  readonly geoDb: string | null
  readonly geoUrl: string | null
  readonly battleSeconds: number
  readonly battleCountdownSeconds: number
  readonly battleProblems: number
  readonly trustProxy: ProxyTrust
  /** Networks of the schools, in which children of a class never wait because of strangers. */
  readonly classNetworks: readonly string[]
  readonly logLevel: LogLevel
  /** Which adults may add children. */
  readonly signUp: SignUpRule
  /** What signs cookies; null where the installation is to make its own. */
  readonly authSecret: string | null
  /** What `/metrics` asks for as a bearer token; null where anybody who reaches it may read it. */
  readonly metricsToken: string | null
  /** The origin under which people reach this installation; null where nobody has said. */
  readonly publicUrl: string | null
  /** The mail server; it may hold a password. Null where no mails are sent. */
  readonly smtpUrl: string | null
  /** Whether the mail server's certificate has to be right. */
  readonly smtpVerify: boolean
  readonly mailFrom: string
  /** Whether this start is somebody's who develops: mails are then written where they can be read. */
  readonly isDevelopment: boolean
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
const WITH_SECRETS: readonly string[] = ['DATABASE_URL', 'REDIS_URL', 'GEO_URL', 'SMTP_URL']
/** Settings that are a secret as a whole. */
const SECRETS: readonly string[] = ['AUTH_SECRET', 'METRICS_TOKEN']

type Environment = Readonly<Record<string, string | undefined>>

/** The longest retention: ten years. */
const MOST_RETENTION_DAYS = 3650

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path)
}

/** What keeps a well-formed address of a Redis from being used: processes that share an arena share their records, too. */
function refuseRedisAlone(redisUrl: string | null, databaseUrl: string | null): string[] {
  if (redisUrl === null || databaseUrl !== null) return []
  return [
    'REDIS_URL is set, but processes that share it also need one database. Set DATABASE_URL to a PostgreSQL database, or unset REDIS_URL.',
  ]
}

/** What keeps well-formed settings of mails from being used: a link in a mail needs an address. */
function refuseLinksToNowhere(smtpUrl: string | null, publicUrl: string | null): string[] {
  if (smtpUrl === null || publicUrl !== null) return []
  return ['SMTP_URL is set, but links in emails need PUBLIC_URL. Set it to the address of the home page.']
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
    const open = WITH_SECRETS.includes(name) ? withoutSecrets(text) : text
    const shown = SECRETS.includes(name) ? `*** (${text.length} characters)` : open
    wrong.push(`${name} is ${JSON.stringify(shown)}, but it must be ${result.takes}.`)
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
    retention: Object.freeze({
      answerDays: get('ANSWER_RETENTION_DAYS', DEFAULT_RETENTION.answerDays, whole(30, 400)),
      idleChildMonths: get('IDLE_CHILD_MONTHS', DEFAULT_RETENTION.idleChildMonths, whole(3, 24)),
      archivedClassMonths: get('ARCHIVED_CLASS_MONTHS', DEFAULT_RETENTION.archivedClassMonths, whole(3, 24)),
      schoolYearEndMonth: get('SCHOOL_YEAR_END_MONTH', DEFAULT_RETENTION.schoolYearEndMonth, whole(1, 12)),
      idleAdultMonths: get('IDLE_ADULT_MONTHS', DEFAULT_RETENTION.idleAdultMonths, whole(3, 36)),
      accessLogDays: get('ACCESS_LOG_DAYS', DEFAULT_RETENTION.accessLogDays, whole(90, 800)),
      backupDays: get('BACKUP_DAYS', DEFAULT_RETENTION.backupDays, whole(1, 90)),
    }),
    battleSeconds: get('BATTLE_SECONDS', 60, whole(1, 3600)),
    looksUpLocation: geoDb !== null || geoUrl !== null,
    publicUrl: get<string | null>('PUBLIC_URL', null, origin),
  }
  const postgres = serviceUrl(['postgres:', 'postgresql:'], 'postgres://user@host/database')
  const config: Config = {
    port: get('PORT', 3000, whole(0, 65_535)),
    host: get('HOST', '0.0.0.0', hostName),
    dataDir: absolute(get('DATA_DIR', './data', folder)),
    databaseUrl: get('DATABASE_URL', null, postgres),
    redisUrl: get('REDIS_URL', null, redisUrl('redis://host:6379')),
    guestRetentionDays: site.guestRetentionDays,
    geoDb,
    geoUrl,
    battleSeconds: site.battleSeconds,
    battleCountdownSeconds: get('BATTLE_COUNTDOWN_SECONDS', 5, whole(0, 60)),
    battleProblems: get('BATTLE_PROBLEMS', 150, whole(1, 1000)),
    trustProxy: get<ProxyTrust>('TRUST_PROXY', false, proxyTrust),
    signUp: get('SIGN_UP', 'open', choice(SIGN_UP_RULES)),
    classNetworks: get<readonly string[]>('CLASS_NETWORKS', [], ranges),
    logLevel: get('LOG_LEVEL', 'info', choice(LOG_LEVELS)),
    authSecret: get<string | null>('AUTH_SECRET', null, secret),
    metricsToken: get<string | null>('METRICS_TOKEN', null, secret),
    publicUrl: site.publicUrl,
    smtpUrl: get<string | null>('SMTP_URL', null, serviceUrl(['smtp:', 'smtps:'], 'smtp://user@host:587')),
    smtpVerify: get('SMTP_VERIFY', 'on', choice(['on', 'off'])) === 'on',
    mailFrom: get('MAIL_FROM', site.contactAddress, address),
    isDevelopment: env['NODE_ENV'] === 'development',
    site: Object.freeze(site),
  }

  wrong.push(...refuseRedisAlone(config.redisUrl, config.databaseUrl))
  wrong.push(...refuseLinksToNowhere(config.smtpUrl, config.publicUrl))
  if (wrong.length > 0) throw new ConfigError(wrong)
  return Object.freeze(config)
}
