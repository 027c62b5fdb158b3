import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'
import { tempFolder } from '../factories/temp-folder.ts'

function sentencesOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences
    throw error
  }
  return []
}

test('[RUN-6] without settings the defaults of the decisions apply', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: resolve('./data'),
    databaseUrl: null,
    redisUrl: null,
    guestRetentionDays: 7,
    geoDb: null,
    geoUrl: null,
    battleSeconds: 60,
    battleCountdownSeconds: 5,
    battleProblems: 150,
    trustProxy: false,
    classNetworks: [],
    logLevel: 'info',
    signUp: 'open',
    authSecret: null,
    metricsToken: null,
    offlinePlay: true,
    publicUrl: null,
    smtpUrl: null,
    isDevelopment: false,
    site: {
      name: 'Tenfold',
      operator: 'Tenfold Learning',
      contactAddress: 'hello@tenfold.example',
      guestDailySeconds: 600,
      guestRetentionDays: 7,
      battleSeconds: 60,
      looksUpLocation: false,
      publicUrl: null,
    },
  })
})

test('[RUN-6] a setting that is empty or only spaces counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', GEO_DB: '  ' })).toEqual(readConfig({}))
})

test('[RUN-4] reads every setting', () => {
  const geoDb = join(tempFolder(), 'city.mmdb')
  writeFileSync(geoDb, '')
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/tenfold',
    DATABASE_URL: 'postgresql://me:secret@db.example:5433/tenfold?sslmode=verify-full',
    REDIS_URL: 'rediss://me:secret@redis.example',
    GUEST_DAILY_SECONDS: '999999',
    GUEST_RETENTION_DAYS: '30',
    GEO_DB: geoDb,
    GEO_URL: 'https://geo.example/{ip}/json',
    BATTLE_SECONDS: '10',
    BATTLE_COUNTDOWN_SECONDS: '0',
    BATTLE_PROBLEMS: '20',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    CLASS_NETWORKS: '192.0.2.0/24,2001:db8::/48',
    LOG_LEVEL: 'debug',
    SIGN_UP: 'confirmed',
    SITE_NAME: 'Ten',
    OPERATOR_NAME: 'A School',
    CONTACT_ADDRESS: 'help@school.example',
    AUTH_SECRET: 'x'.repeat(32),
    METRICS_TOKEN: 'y'.repeat(32),
    OFFLINE_PLAY: 'off',
    PUBLIC_URL: 'https://ten.school.example/',
    SMTP_URL: 'smtps://me:secret@mail.school.example',
    NODE_ENV: 'development',
  })
  expect(config).toEqual({
    port: 0,
    host: '::1',
    dataDir: '/srv/tenfold',
    databaseUrl: 'postgresql://me:secret@db.example:5433/tenfold?sslmode=verify-full',
    redisUrl: 'rediss://me:secret@redis.example',
    guestRetentionDays: 30,
    geoDb,
    geoUrl: 'https://geo.example/{ip}/json',
    battleSeconds: 10,
    battleCountdownSeconds: 0,
    battleProblems: 20,
    trustProxy: ['10.0.0.0/8', '::1'],
    classNetworks: ['192.0.2.0/24', '2001:db8::/48'],
    logLevel: 'debug',
    signUp: 'confirmed',
    authSecret: 'x'.repeat(32),
    metricsToken: 'y'.repeat(32),
    offlinePlay: false,
    publicUrl: 'https://ten.school.example',
    smtpUrl: 'smtps://me:secret@mail.school.example',
    isDevelopment: true,
    site: {
      name: 'Ten',
      operator: 'A School',
      contactAddress: 'help@school.example',
      guestDailySeconds: 999_999,
      guestRetentionDays: 30,
      battleSeconds: 10,
      looksUpLocation: true,
      publicUrl: 'https://ten.school.example',
    },
  })
  expect(Object.isFrozen(config) && Object.isFrozen(config.site)).toBe(true)
})

const HOME = 'the address of the home page with nothing after it, such as https://tenfold.example'
const WHOLE = (least: number, most: number) => `a whole number from ${least} to ${most}`

test.each([
  ['PORT', 'eighty', WHOLE(0, 65_535)],
  ['PORT', '65536', WHOLE(0, 65_535)],
  ['PORT', '-1', WHOLE(0, 65_535)],
  ['PORT', '3000.5', WHOLE(0, 65_535)],
  ['PORT', '0x50', WHOLE(0, 65_535)],
  ['HOST', 'http://x', 'a host name or an IP address, such as 0.0.0.0 or localhost'],
  ['DATA_DIR', 'a\0b', 'the path of a folder, in fewer than 4096 characters'],
  ['DATA_DIR', 'x'.repeat(4096), 'the path of a folder, in fewer than 4096 characters'],
  ['GUEST_DAILY_SECONDS', '0', WHOLE(1, 999_999)],
  ['GUEST_DAILY_SECONDS', '1e3', WHOLE(1, 999_999)],
  ['GUEST_RETENTION_DAYS', '0', WHOLE(1, 3650)],
  ['GUEST_RETENTION_DAYS', 'seven', WHOLE(1, 3650)],
  ['GEO_DB', '/does/not/exist.mmdb', 'the path of a file that exists'],
  ['GEO_DB', '/', 'the path of a file that exists'],
  ['GEO_DB', `${import.meta.filename}/x`, 'the path of a file that exists'],
  ['GEO_DB', `/${'x'.repeat(5000)}`, 'the path of a file that exists'],
  [
    'GEO_URL',
    'geo.example',
    'an address that starts with http:// or https://, such as https://geo.example/{ip}',
  ],
  [
    'GEO_URL',
    'ftp://geo.example',
    'an address that starts with http:// or https://, such as https://geo.example/{ip}',
  ],
  ['BATTLE_SECONDS', '0', WHOLE(1, 3600)],
  ['BATTLE_COUNTDOWN_SECONDS', '61', WHOLE(0, 60)],
  ['BATTLE_PROBLEMS', '1001', WHOLE(1, 1000)],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
  ['SITE_NAME', 'x'.repeat(201), 'one line of at most 200 characters'],
  ['OPERATOR_NAME', 'a\nb', 'one line of at most 200 characters'],
  ['CONTACT_ADDRESS', 'hello', 'an email address, such as hello@tenfold.example'],
  ['PUBLIC_URL', 'tenfold.example', HOME],
  ['PUBLIC_URL', 'ftp://tenfold.example', HOME],
  ['PUBLIC_URL', 'https://tenfold.example/play', HOME],
  ['PUBLIC_URL', 'https://me@tenfold.example', HOME],
  ['PUBLIC_URL', 'https://tenfold.example/?a', HOME],
  [
    'SMTP_URL',
    'mail.example',
    'an address that starts with smtp:// or smtps://, such as smtp://user@host:587',
  ],
  [
    'DATABASE_URL',
    'mysql://x',
    'an address that starts with postgres:// or postgresql://, such as postgres://user@host/database',
  ],
  [
    'REDIS_URL',
    'localhost:6379',
    'an address that starts with redis:// or rediss://, such as redis://host:6379',
  ],
])('[RUN-5] %s=%j stops startup with a sentence that says what it accepts', (name, value, takes) => {
  expect(sentencesOf({ [name]: value })).toEqual([
    `${name} is ${JSON.stringify(value)}, but it must be ${takes}.`,
  ])
})

test.each([
  'maybe',
  '1.5',
  '-1',
  '100',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '10.0.0.0/0',
  '10.0.0.0/08',
  '::/0',
  '10.0.0.1, nonsense',
  '::1/129',
  '10.0.0.0/8/8',
  'localhost',
])('[RUN-5] TRUST_PROXY=%j stops startup with a sentence that says what it accepts', (value) => {
  expect(sentencesOf({ TRUST_PROXY: value })).toEqual([
    `TRUST_PROXY is ${JSON.stringify(value)}, but it must be off, true, the number of proxies in front, ` +
      'or their addresses and ranges, such as 10.0.0.0/8, ::1.',
  ])
})

function trusted(value: string) {
  return readConfig({ TRUST_PROXY: value }).trustProxy
}

test('[RUN-15] TRUST_PROXY accepts off, true, a number of hops or addresses', () => {
  expect(['off', 'OFF', 'false', '0'].map((value) => trusted(value))).toEqual([false, false, false, false])
  expect(['true', 'on'].map((value) => trusted(value))).toEqual([true, true])
  expect(trusted('2')).toBe(2)
  expect(trusted('127.0.0.1,10.0.0.0/8')).toEqual(['127.0.0.1', '10.0.0.0/8'])
})

test('[RUN-5] lists all invalid settings at once', () => {
  const sentences = sentencesOf({ PORT: 'x', LOG_LEVEL: 'loud', SITE_NAME: 'Fine', GEO_URL: 'nowhere' })
  expect(sentences).toHaveLength(3)
  expect(sentences.join('\n')).toMatch(/PORT.*\n?.*GEO_URL|GEO_URL.*\n?.*PORT/s)
})

test('[RUN-8] Redis without PostgreSQL stops startup with a sentence', () => {
  expect(sentencesOf({ REDIS_URL: 'redis://host:6379' })).toEqual([
    'REDIS_URL is set, but processes that share it also need one database. Set DATABASE_URL to a PostgreSQL database, or unset REDIS_URL.',
  ])
  const both = { REDIS_URL: 'redis://host:6379', DATABASE_URL: 'postgres://host/tenfold' }
  expect(readConfig(both).redisUrl).toBe('redis://host:6379')
})

test.each([
  [
    'GEO_URL',
    'https://me:hunter2@geo.example/{ip}',
    'https://***@geo.example/{ip}',
    'an address without a user',
  ],
  ['GEO_URL', 'https://hunter2@geo.example/', 'https://***@geo.example/', 'an address without a user'],
  ['DATABASE_URL', 'postgre://me:hunter2@host/d', 'postgre://***@host/d', 'an address that starts with'],
  ['DATABASE_URL', 'postgres://me:p@hunter2@host:x/d', 'postgres://***@host:x/d', 'an address that starts'],
  ['DATABASE_URL', 'pg://host/d?password=hunter2', 'pg://host/d?***', 'an address that starts with'],
  ['REDIS_URL', 'me:hunter2@host:6379', 'me:***@host:6379', 'an address that starts with'],
  ['REDIS_URL', 'redis:/:hunter2/x@', 'redis:/***@', 'an address that starts with'],
  [
    'REDIS_URL',
    'redis://:hunter2@host/tenfold',
    'redis://***@host/tenfold',
    'an address with nothing or a database number',
  ],
  [
    'REDIS_URL',
    'redis://:hunter2@host/-1',
    'redis://***@host/-1',
    'an address with nothing or a database number',
  ],
])('[RUN-5] rejects %s=%j without showing its password', (name, value, shown, takes) => {
  const [sentence, ...others] = sentencesOf({ [name]: value })
  expect(others).toEqual([])
  expect(sentence).toContain(`${name} is ${JSON.stringify(shown)}, but it must be ${takes}`)
  expect(sentence).not.toContain('hunter2')
})

test('[RUN-4] the data folder can be deeply nested', () => {
  const dataDir = `/srv/${'folder/'.repeat(500)}data`
  expect(readConfig({ DATA_DIR: dataDir }).dataDir).toBe(dataDir)
})

test('[ACC-11] rejects a secret that is too short without showing it', () => {
  const [sentence = '', ...others] = sentencesOf({ AUTH_SECRET: 'a-short-secret' })
  expect(others).toEqual([])
  expect(sentence).toContain(
    'AUTH_SECRET is "*** (14 characters)", but it must be a random text of 32 to 512 characters',
  )
  expect(sentence).not.toContain('a-short-secret')
})

test('[ACC-11] never shows the password of a mail server', () => {
  expect(sentencesOf({ SMTP_URL: 'http://me:secret@mail.example' })[0]).toContain('"http://***@mail.example"')
})

test('[ACC-11] a mail server without PUBLIC_URL stops startup', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example' }
  expect(sentencesOf(smtp)).toEqual([
    'SMTP_URL is set, but links in emails need PUBLIC_URL. Set it to the address of the home page.',
  ])
  expect(sentencesOf({ ...smtp, PUBLIC_URL: 'https://tenfold.example' })).toEqual([])
})

test.each(['school', '192.0.2.0/99', '192.0.2.1,'])(
  '[RUN-5, ACC-81] CLASS_NETWORKS=%j stops startup',
  (value) => {
    expect(sentencesOf({ CLASS_NETWORKS: value })).toEqual([
      `CLASS_NETWORKS is ${JSON.stringify(value)}, but it must be addresses and ranges, such as 192.0.2.0/24, 2001:db8::/48.`,
    ])
  },
)
