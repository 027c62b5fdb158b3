import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authSecret, AuthSecretError } from '../../server/account/auth-secret.ts'
import { playerTokenOf } from '../../server/account/derived-text.ts'
import { tempFolder } from '../factories/temp-folder.ts'

test('[ACC-10] without a setting a secret is created once, readable only by its owner, and the same at the next start', () => {
  const dataDir = join(tempFolder(), 'not', 'there', 'yet')
  const made = authSecret(null, dataDir)
  expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(authSecret(null, dataDir)).toBe(made)
  expect(readdirSync(dataDir)).toEqual(['auth-secret'])
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(authSecret(null, tempFolder())).not.toBe(made)
})

test('[ACC-10] a setting takes precedence over the file, and leaves it unchanged', () => {
  const dataDir = tempFolder()
  expect(authSecret('the setting', dataDir)).toBe('the setting')
  expect(readdirSync(dataDir)).toEqual([])
})

test('[ACC-10] keeps a file that another start has just written; an unusable one stops startup with a sentence', () => {
  const dataDir = tempFolder()
  writeFileSync(join(dataDir, 'auth-secret'), 'made by another start\n')
  expect(authSecret(null, dataDir)).toBe('made by another start')
  expect(readFileSync(join(dataDir, 'auth-secret'), 'utf8')).toBe('made by another start\n')
  const blocked = tempFolder()
  mkdirSync(join(blocked, 'auth-secret'))
  chmodSync(blocked, 0o700)
  expect(() => authSecret(null, blocked)).toThrow(AuthSecretError)
  expect(() => authSecret(null, blocked)).toThrow('Set AUTH_SECRET')
})

test('[ACC-14] a player token is derived from the secret and the child, and reveals neither', () => {
  const tokens = Array.from({ length: 500 }, (_, index) => playerTokenOf('secret', `child ${index}`, 0))
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{16}$/)
  expect(new Set(tokens).size).toBe(500)
  expect(playerTokenOf('secret', 'child 0', 0)).toBe(tokens[0])
  expect(playerTokenOf('another secret', 'child 0', 0)).not.toBe(tokens[0])
  const rounds = Array.from({ length: 500 }, (_, round) => playerTokenOf('secret', 'child 0', round))
  expect(new Set([...rounds, ...tokens]).size).toBe(999)
  // Every letter and digit turns up about as often as the others: 500 × 16 / 62 is 129.
  const counts = new Map<string, number>()
  for (const sign of tokens.join('')) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(count).toBeGreaterThan(80)
})
