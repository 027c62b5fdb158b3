import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACHIEVEMENT_IDS } from '../../domain/achievements/catalog.ts'
import { OPERATIONS } from '../../domain/fact.ts'
import { ANIMALS } from '../../domain/nickname.ts'
import { PICTURE_IDS } from '../../domain/pin.ts'
import { STYLES } from './tokens.ts'

const ASSETS = new URL('../../web/assets/', import.meta.url)
const MAX_FONT_BYTES = 60 * 1024

/** The drawings of a file by their names. */
function drawingsOf(file: string): ReadonlyMap<string | undefined, string | undefined> {
  const sprite = readFileSync(new URL(file, ASSETS), 'utf8')
  return new Map(
    [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, id, body]) => [id, body]),
  )
}

test('[ACC-18] every picture of a picture PIN has its own drawing', () => {
  const drawings = drawingsOf('pin-pictures.svg')
  expect([...drawings.keys()].toSorted()).toEqual([...PICTURE_IDS].toSorted())
  expect(new Set(drawings.values()).size).toBe(PICTURE_IDS.length)
})

test('[NIC-3] every animal has its own drawing, and a name without an animal has a neutral one', () => {
  const drawings = drawingsOf('animals.svg')
  expect([...ANIMALS, 'player'].filter((name) => !drawings.has(name))).toEqual([])
  expect(new Set(drawings.values()).size).toBe(drawings.size)
})

test('[GAR-7] every stage has its own drawing, and each operation its own flower', () => {
  const drawings = drawingsOf('garden.svg')
  const flowers = OPERATIONS.map((operation) => `flower-${operation}`)
  expect([...drawings.keys()]).toEqual(['soil', 'sprout', 'leaf', ...flowers, 'drop', 'butterfly'])
  expect(new Set(drawings.values()).size).toBe(drawings.size)
})

test('[ACH-19] every achievement has its own drawing', () => {
  const drawings = drawingsOf('achievements.svg')
  expect([...drawings.keys()].toSorted()).toEqual([...ACHIEVEMENT_IDS].toSorted())
  expect(new Set(drawings.values()).size).toBe(ACHIEVEMENT_IDS.length)
})

test.each(['animals.svg', 'pin-pictures.svg', 'garden.svg', 'achievements.svg'])(
  '[NIC-3, ACC-18, GAR-7, ACH-19] the drawings of %s reference nothing outside',
  (file) => {
    const sprite = readFileSync(new URL(file, ASSETS), 'utf8')
    expect(sprite).not.toMatch(/href|url\(|<script|<style|<image/)
  },
)

test('[LOK-6] the font is two weights of self-hosted Lexend, with font-display swap, in at most 60 KB', () => {
  const faces = [...STYLES.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => face)
  const ours = faces.filter((face) => face.includes("font-family: 'Lexend';"))
  const files = ours.map((face) => /url\('\.\/assets\/(fonts\/[a-z0-9-]+\.woff2)'\)/.exec(face)?.[1])
  expect(new Set(ours.map((face) => /font-weight: (\d+)/.exec(face)?.[1]))).toEqual(new Set(['400', '700']))
  expect(ours.every((face) => face.includes('font-display: swap'))).toBe(true)
  const bytes = files.map((file) => statSync(new URL(file ?? 'missing', ASSETS)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FONT_BYTES)
  expect(STYLES).not.toMatch(/https?:|@import url/)
})

test("[LOK-6] the font's license is stored next to it", () => {
  expect(readdirSync(new URL('fonts/', ASSETS))).toContain('OFL.txt')
  expect(readFileSync(new URL('fonts/OFL.txt', ASSETS), 'utf8')).toContain('SIL OPEN FONT LICENSE')
})
