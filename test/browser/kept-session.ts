import type { Page } from '@playwright/test'
import { factsOfCategory } from '../../domain/category.ts'
import type { Fact } from '../../domain/fact.ts'
import type { PersistedPractice } from '../../domain/practice-record.ts'

/** The practice session this browser keeps under `practiceSession` (specification §4); fails when it keeps none. */
export async function keptSession(page: Page): Promise<PersistedPractice> {
  const json = await page.evaluate(() => localStorage.getItem('practiceSession'))
  if (json === null) throw new Error('This browser keeps no practice session')
  return JSON.parse(json)
}

/** The facts of a kept session, in the order they are asked. */
export function factsOf(kept: PersistedPractice): Fact[] {
  const all = factsOfCategory('all')
  return kept.currentSession.factIds.flatMap((id) => all.filter((fact) => fact.id === id))
}
