import type { DashboardChild } from '../../../domain/school/dashboard.ts'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { factName } from './fact-name.ts'

const MAX_FACTS = 6

/** A label in words, with the first of its facts. */
export function labelText(label: DashboardChild['labels'][number]): {
  title: string
  why: string
  hint: string
} {
  const facts = label.kind === 'stuck' ? label.facts.slice(0, MAX_FACTS).map(factName) : []
  return dashboardMessages.stuck.label(label, facts)
}
