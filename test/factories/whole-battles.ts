import { expect } from 'vitest'
import { ask } from './postgres.ts'
import type { RoamingPage } from './roaming-page.ts'

/** Longer than a battle of these tests takes, with every silence in it. */
const ENDED_WITHIN_MS = 50_000

/** The scores of every player of every stored battle, the least first. */
export async function storedScores(database: string): Promise<number[]> {
  const rows = await ask<{ readonly score: string }>(database, 'select score from battle_player')
  return rows.map(({ score }) => Number(score)).toSorted((a, b) => a - b)
}

/**
 * Waits until the battles of these pages are over. Each received the end of its battle once, with every point that was on its screen and
 * more than `before`, and exactly that is stored.
 */
export async function allEndWhole(
  players: readonly RoamingPage[],
  database: string,
  before: readonly number[] = players.map((page) => page.acknowledged()),
): Promise<void> {
  await expect.poll(() => players.map((page) => page.ends()), { timeout: ENDED_WITHIN_MS }).not.toContain(0)
  const ends = await Promise.all(players.map((page) => page.ended))
  const scores = ends.map(({ results }) => results.find(({ you }) => you)?.score ?? -1)
  expect(scores).toEqual(players.map((page) => page.shown()))
  for (const [place, score] of scores.entries()) expect(score).toBeGreaterThan(before[place] ?? 0)
  const inOrder = scores.toSorted((a, b) => a - b)
  await expect.poll(() => storedScores(database)).toEqual(inOrder)
  expect(players.map((page) => page.ends())).toEqual(players.map(() => 1))
}
