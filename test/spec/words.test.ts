import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../../web')

/** Words that stand between tags, or in an attribute that people see or hear. */
const WORDS = [
  />\s*[A-Za-z][^<>{}=;()]*<\/[A-Za-z]/g,
  /\b(?:aria-label|aria-description|title|placeholder|alt)="[^"]*[A-Za-z]{2}[^"]*"/g,
]
/** Numbers and dates made into text by hand, in one country's way. */
const BY_HAND = /\.toFixed\(|\.toLocale(?:Date|Time)?String\(\)|\.toDateString\(/g

function files(ending: RegExp): string[] {
  return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(WEB, path))
}

function found(patterns: readonly RegExp[], source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return patterns.flatMap((pattern) => code.match(pattern) ?? [])
}

test('[LOK-13] the check finds text in markup and numbers formatted by hand', () => {
  expect(found(WORDS, '<p>\n  Hello you\n</p>')).toHaveLength(1)
  expect(found(WORDS, '<img alt="A fox" />')).toHaveLength(1)
  expect(found(WORDS, '<p title={messages.fox}>{messages.hello}</p>')).toEqual([])
  expect(found([BY_HAND], 'points.toFixed(1)')).toHaveLength(1)
})

test('[LOK-13] no sentence is in the markup: all come from the catalogs', () => {
  expect(files(/\.tsx$/).length).toBeGreaterThan(20)
  const strays = files(/\.tsx$/).flatMap((file) =>
    found(WORDS, readFileSync(file, 'utf8')).map((words) => `${relative(WEB, file)}: ${words}`),
  )
  expect(strays).toEqual([])
})

test('[LOK-13] numbers and dates go through Intl', () => {
  const strays = files(/\.tsx?$/).flatMap((file) =>
    found([BY_HAND], readFileSync(file, 'utf8')).map((words) => `${relative(WEB, file)}: ${words}`),
  )
  expect(strays).toEqual([])
})
