import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The names of every setting that the server reads. */
export function settingNames(): string[] {
  const source = readFileSync(resolve(import.meta.dirname, '../../server/config.ts'), 'utf8')
  const settings = /^const SETTINGS = z\.object\(\{$(.*?)^\}\)$/ms.exec(source)?.[1] ?? ''
  return [...settings.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
}
