import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The names of every setting that the server reads. */
export function settingNames(): string[] {
  const source = readFileSync(resolve(import.meta.dirname, '../../server/config.ts'), 'utf8')
  return [...source.matchAll(/\bget(?:<[^>]*>)?\(\s*'([A-Z_]+)'/g)].map(([, name]) => name ?? '')
}
